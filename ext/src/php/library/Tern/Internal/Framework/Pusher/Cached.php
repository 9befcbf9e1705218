<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Tern\Cache;
use function is_array;
use function is_int;
use function is_string;

/** The last event of each cache channel. */
final class Cached
{
    private readonly Cache $cache;

    public function __construct(int $size, private readonly int $time)
    {
        $this->cache = new Cache($size);
    }

    /** @param string $message as clients get it */
    public function put(string $room, string $message, string $data): void
    {
        $this->cache->set($room, [$message, $data, time() + $this->time], $this->time);
    }

    /** @return array{string, string, int}|null message, its data, seconds that it stays; null: there is none */
    public function last(string $room): ?array
    {
        $found = $this->cache->get($room);
        if (!is_array($found) || !is_string($found[0] ?? null) || !is_string($found[1] ?? null) || !is_int($found[2] ?? null)) {
            return null;
        }
        return [$found[0], $found[1], max(0, $found[2] - time())];
    }
}
