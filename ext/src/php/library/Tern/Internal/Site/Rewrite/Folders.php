<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Closure;
use function array_slice;
use function count;
use function strlen;

/**
 * Reads the .htaccess files from the document root down to a path. A file is parsed once and looked at again when a second has
 * passed; that there is none is remembered as well.
 */
final class Folders implements Source
{
    public const RECHECK_S = 1.0;
    /** The times of files have whole seconds. */
    private const TIME_STEP_S = 2;
    private const MOST_FILES = 1_000;
    private const MOST_BYTES = 1 << 20;
    private const MOST_DEPTH = 100;

    /** @var array<string, CachedFile> by path; those that were looked at last are at the end */
    private array $cache = [];
    /** @var array<string, array{list<Rules>, Rules}> by folder: the rules of its chain, and what they are together */
    private array $merged = [];
    private readonly Rules $none;

    /**
     * @param Closure(): float $clock seconds
     * @param Closure(Warning): void|null $onWarning is called when a file is read
     */
    public function __construct(
        private readonly Files $files,
        private readonly Closure $clock,
        private readonly ?Closure $onWarning = null,
        private readonly string $name = '.htaccess',
    ) {
        $this->none = new Rules();
    }

    public function hasRules(string $path): bool
    {
        $now = ($this->clock)();
        $at = 0;
        for ($depth = 0; $at !== false && $depth < self::MOST_DEPTH; ++$depth) {
            if ($this->at($this->files->root . substr($path, 0, $at) . '/', $now) !== null) {
                return true;
            }
            $at = $at + 1 < strlen($path) ? self::nextSlash($path, $at + 1) : false;
        }
        return false;
    }

    public function rules(Place $place): Rules
    {
        $now = ($this->clock)();
        $chain = [];
        foreach ($place->folders as $folder) {
            $rules = $this->at($folder, $now);
            if ($rules !== null) {
                $chain[] = $rules;
            }
        }
        return match (count($chain)) {
            0 => $this->none,
            1 => $chain[0],
            default => $this->merge($place->folders[count($place->folders) - 1], $chain),
        };
    }

    /** @return int the length of the path up to the next slash, or of all of it */
    private static function nextSlash(string $path, int $from): int
    {
        $slash = strpos($path, '/', $from);
        return $slash === false ? strlen($path) : $slash;
    }

    /** @param non-empty-list<Rules> $chain the outermost first */
    private function merge(string $folder, array $chain): Rules
    {
        $known = $this->merged[$folder] ?? null;
        if ($known !== null && $known[0] === $chain) {
            return $known[1];
        }
        $made = $chain[0];
        foreach (array_slice($chain, 1) as $rules) {
            $made = $rules->within($made);
        }
        $this->merged = count($this->merged) >= self::MOST_FILES ? [] : $this->merged;
        $this->merged[$folder] = [$chain, $made];
        return $made;
    }

    private function at(string $folder, float $now): ?Rules
    {
        $path = $folder . $this->name;
        $known = $this->cache[$path] ?? null;
        if ($known !== null && $now - $known->checkedAt < self::RECHECK_S && $now >= $known->checkedAt) {
            return $known->rules;
        }
        $stat = $this->files->stat($path);
        $version = $stat === null ? null : [$stat['mtime'], $stat['ino'], $stat['size']];
        unset($this->cache[$path]);
        if ($known !== null && $known->isCurrent($version)) {
            $known->checkedAt = $now;
        } else {
            $known = $version === null ? new CachedFile($now, null) : $this->read($path, $version, $now, $known);
        }
        if (count($this->cache) >= self::MOST_FILES) {
            unset($this->cache[array_key_first($this->cache)]);
        }
        return ($this->cache[$path] = $known)->rules;
    }

    /** @param array{int, int, int} $version */
    private function read(string $path, array $version, float $now, ?CachedFile $known): CachedFile
    {
        $size = $version[2];
        $isRecent = $version[0] >= time() - self::TIME_STEP_S;
        $text = $size <= self::MOST_BYTES ? @file_get_contents($path) : false;
        if ($text === false && $this->files->stat($path) === null) {  // it has been removed meanwhile
            return new CachedFile($now, null);
        }
        $hash = $text === false ? "unreadable $size" : md5($text);
        if ($known?->rules !== null && $known->hash === $hash) {
            return new CachedFile($now, $version, $known->rules, $hash, $isRecent);
        }
        if ($text === false) {
            $why = $size <= self::MOST_BYTES ? 'cannot be read' : 'is larger than ' . self::MOST_BYTES . ' bytes';
            $rules = Rules::closed(new Warning($path, 0, $this->name, "$why, so all requests for this folder are denied"));
        } else {
            $rules = Htaccess::parse($text, $path);
        }
        if ($this->onWarning !== null) {
            array_map($this->onWarning, $rules->warnings);
        }
        return new CachedFile($now, $version, $rules, $hash, $isRecent);
    }
}
