<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Cache;
use function is_array;

/** Stored responses in a Tern\Cache, which all workers share. */
final class SharedStore implements CacheStore
{
    private const PREFIX = 'http:';
    /** How long it is worth to keep what may only be used after the server was asked. */
    private const SECONDS = 86_400;

    private readonly int $largest;

    public function __construct(private readonly Cache $cache)
    {
        $this->largest = $cache->stats()['largest'];
    }

    public function get(string $resource): array
    {
        $found = $this->cache->get(self::key($resource));
        return is_array($found) ? array_values(array_filter($found, fn($one) => $one instanceof Stored)) : [];
    }

    public function set(string $resource, array $responses): void
    {
        $size = array_sum(array_map(fn(Stored $one) => $one->size(), $responses));
        if ($responses === [] || $size > $this->largest) {
            $this->cache->delete(self::key($resource));
        } else {
            @$this->cache->set(self::key($resource), $responses, self::SECONDS);
        }
    }

    private static function key(string $resource): string
    {
        return self::PREFIX . hash('sha256', $resource);
    }
}
