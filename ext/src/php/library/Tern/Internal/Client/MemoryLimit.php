<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use function ini_get;

/** What a server on the other side may make this process keep, so that it cannot end the process by what it sends. */
final class MemoryLimit
{
    /** @return int bytes: that part of what memory_limit leaves; PHP_INT_MAX: there is no limit */
    public static function part(int $parts): int
    {
        $limit = ini_parse_quantity((string) ini_get('memory_limit'));
        return $limit <= 0 ? PHP_INT_MAX : max(0, intdiv($limit - memory_get_usage(), $parts));
    }
}
