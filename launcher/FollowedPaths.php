<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function array_map;

/**
 * Where the paths of a folder's server lead now. They were typed with symbolic links: a reload follows these again. All is public, as
 * a value of the environment holds no zero byte, which private properties have when they are serialized.
 */
final class FollowedPaths
{
    public string $root;
    /** The folder in which the command was typed: programs and scripts start there. */
    public string $working;
    public ?string $rules;
    /** @var list<string>|null */
    public ?array $sendfile;
    public readonly string $namedWorking;

    /**
     * @param string $namedRoot of an existing folder
     * @param list<string>|null $namedSendfile
     */
    public function __construct(
        public readonly string $namedRoot,
        public readonly ?string $namedRules = null,
        public readonly ?array $namedSendfile = null,
    ) {
        $this->namedWorking = StartCommand::folder();
        $this->root = (string) realpath($namedRoot);
        $this->set();
    }

    /** As realpath(), but with symbolic links in it. */
    public static function absolute(string $name): string
    {
        $path = str_starts_with($name, '/') ? $name : StartCommand::folder() . "/$name";
        return '/' . implode('/', array_filter(explode('/', $path), static fn(string $part): bool => $part !== '' && $part !== '.'));
    }

    /** False: the folder is gone, and all stays as it is. */
    public function follow(): bool
    {
        clearstatcache(true);
        $root = realpath($this->namedRoot);
        if ($root === false || !is_dir($root)) {
            return false;
        }
        $this->root = $root;
        $this->set();
        return true;
    }

    /** What is missing keeps its name, so that the message about it has that. */
    private function set(): void
    {
        $resolve = static fn(string $path): string => realpath($path) ?: $path;
        $this->working = $resolve($this->namedWorking);
        $this->rules = $this->namedRules === null ? null : $resolve($this->namedRules);
        $this->sendfile = $this->namedSendfile === null ? null : array_map($resolve, $this->namedSendfile);
    }
}
