<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Closure;
use DateInterval;
use Tern\Cache;
use function is_string;
use function strlen;

/**
 * The entries of one application in a Tern\Cache. Each key begins with the name of the space and with its generation, so clear() is one
 * change that all processes see at once: the entries of the former generation are not found again, and make room for others.
 */
final class KeySpace
{
    private const LONGEST_KEY = 1024;

    public function __construct(public readonly Cache $cache, private readonly string $name)
    {
    }

    /** The key in the cache. */
    public function id(string $key): string
    {
        $prefix = "$this->name:{$this->generation()}:";
        return strlen($prefix) + strlen($key) <= self::LONGEST_KEY ? $prefix . $key : $prefix . hash('sha256', $key);
    }

    /** Other processes may add one at the same time; all use the first. */
    private function generation(): string
    {
        $key = "$this->name::generation";
        while (!is_string($found = $this->cache->get($key))) {
            $found === null ? $this->cache->add($key, self::newGeneration()) : $this->clear();
        }
        return $found;
    }

    private static function newGeneration(): string
    {
        return bin2hex(random_bytes(6));
    }

    public function clear(): bool
    {
        return $this->cache->set("$this->name::generation", self::newGeneration());
    }

    public function get(string $key, mixed $default = null): mixed
    {
        return $this->cache->get($this->id($key), $default);
    }

    public function has(string $key): bool
    {
        return $this->cache->has($this->id($key));
    }

    /** @return bool false: the value is too large; there is none then */
    public function set(string $key, mixed $value, null|int|float|DateInterval $ttl): bool
    {
        return @$this->cache->set($this->id($key), $value, $ttl);
    }

    /** @return bool false: there is a value, or it is too large */
    public function add(string $key, mixed $value, null|int|float|DateInterval $ttl): bool
    {
        return @$this->cache->add($this->id($key), $value, $ttl);
    }

    /** @return bool whether there was a value */
    public function delete(string $key): bool
    {
        return $this->cache->delete($this->id($key));
    }

    /** @param callable(): mixed $compute */
    public function remember(string $key, null|int|float|DateInterval|Closure $ttl, callable $compute, ?float $deadline): mixed
    {
        return $this->cache->remember($this->id($key), $ttl, $compute, $deadline, true);
    }
}
