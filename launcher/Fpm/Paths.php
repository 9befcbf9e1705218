<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function strlen;
use const PHP_LOCALSTATEDIR;
use const PHP_PREFIX;

/** Relative paths of the configuration: below the prefix of their pool, of the command line (-p), or of this PHP. */
final class Paths
{
    private const VARIABLE = '$prefix';

    public function __construct(public readonly ?string $prefix)
    {
    }

    /** @param PoolConfig|null $pool whose prefix goes before that of the command line */
    public function full(string $path, ?PoolConfig $pool = null, string $default = PHP_PREFIX): string
    {
        if ($path === '' || $path[0] === '/') {
            return $path;
        }
        $ofPool = $pool !== null && $pool->has('prefix') ? $pool->text('prefix') : null;
        $full = ($ofPool ?? $this->prefix ?? $default) . "/$path";
        return $full[0] !== '/' && $pool !== null ? $this->full($full, null, $default) : $full;
    }

    /**
     * One that may begin with $prefix.
     *
     * @throws ConfigError
     */
    public function expanded(string $path, PoolConfig $pool): string
    {
        $place = strpos($path, self::VARIABLE);
        if ($place === false || $path[0] === '/') {
            return $this->full($path, $pool);
        }
        if ($place > 0) {
            throw new ConfigError("'\$prefix' must be use at the beginning of the value");
        }
        $prefix = $pool->has('prefix') ? $pool->text('prefix') : $this->prefix ?? PHP_PREFIX;
        return $path === self::VARIABLE ? $prefix : "$prefix/" . substr($path, strlen(self::VARIABLE));
    }

    /** Of the pid file and the log. */
    public function ofState(string $path): string
    {
        return $this->full($path, null, PHP_LOCALSTATEDIR);
    }
}
