<?php

declare(strict_types=1);

namespace Tern\Launcher;

/** The setting memory_limit of a server. PHP's command line has none, and no server is to take all memory of its machine. */
final class MemoryLimit
{
    /** Of a web server: PHP's own default. */
    private const REQUEST_MB = 128;
    private const CONTEXT_MB = 16;

    /** Of each request of a classic site. Null: php.ini's. */
    public static function ofRequest(IniFiles $ini): ?string
    {
        return self::isSet($ini) ? null : self::REQUEST_MB . 'M';
    }

    /** Of a worker with this number of contexts. php-fpm's setting is one for a request, so it may be too low for a worker. */
    public static function ofContexts(IniFiles $ini, int $contexts): ?string
    {
        $least = self::REQUEST_MB + self::CONTEXT_MB * $contexts;
        $isEnough = self::isSet($ini) && ($ini->folder === null || self::bytes($ini) >= $least << 20);
        return $isEnough ? null : "{$least}M";
    }

    /** Of a worker of a script, or of an application without contexts: half of the machine's memory. */
    public static function ofWorker(IniFiles $ini): ?string
    {
        return self::isSet($ini) ? null : max(self::REQUEST_MB, self::ofMachine() >> 21) . 'M';
    }

    private static function isSet(IniFiles $ini): bool
    {
        return self::bytes($ini) > 0;
    }

    private static function bytes(IniFiles $ini): int
    {
        return (int) @ini_parse_quantity($ini->value('memory_limit') ?? '-1');
    }

    /** In bytes: the machine's, or the container's. */
    private static function ofMachine(): int
    {
        preg_match('/^MemTotal:\s+(\d+) kB/m', (string) @file_get_contents('/proc/meminfo'), $found);
        $bytes = (int) ($found[1] ?? 0) * 1024;
        $limit = (int) @file_get_contents('/sys/fs/cgroup/memory.max');  // "max": none
        return $limit > 0 ? min($bytes, $limit) : $bytes;
    }
}
