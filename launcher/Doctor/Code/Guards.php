<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use function in_array;

/** For what a file asks before it uses it: function_exists('pcntl_fork'), extension_loaded('pcntl'), defined('STDIN'). */
final class Guards
{
    private const ASK = ['function_exists', 'is_callable', 'defined', 'extension_loaded'];

    /** @var array<string, true> names in small letters */
    private array $names = [];
    /** @var array<string, true> in small letters */
    private array $extensions = [];

    public function add(string $function, ?string $argument): void
    {
        if ($argument === null || !in_array($function, self::ASK, true)) {
            return;
        }
        $name = strtolower(ltrim($argument, '\\'));
        if ($function === 'extension_loaded') {
            $this->extensions[$name] = true;
        } else {
            $this->names[$name] = true;
        }
    }

    public function apply(Hit $hit): Hit
    {
        $name = $hit->name;
        $isGuarded = $name !== null && (isset($this->names[$name]) || isset($this->extensions[explode('_', $name)[0]]));
        return $isGuarded ? $hit->guarded() : $hit;
    }
}
