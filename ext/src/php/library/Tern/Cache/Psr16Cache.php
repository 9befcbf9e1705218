<?php

declare(strict_types=1);

namespace Tern\Cache;

use Closure;
use DateInterval;
use Psr\SimpleCache\CacheInterface;
use Tern\Cache;
use Tern\Internal\Framework\Cache\KeySpace;
use Tern\Internal\Framework\Cache\Psr16InvalidArgument;
use Tern\Internal\Framework\Cache\PsrKey;
use function is_int;
use function is_string;

/** A Tern\Cache as PSR-16 has it. Needs psr/simple-cache, of any version. */
final class Psr16Cache implements CacheInterface
{
    private readonly KeySpace $space;

    /**
     * @param string $name caches of different names have nothing in common; clear() empties one of them
     * @param Cache|null $cache null: that of the server
     * @param float|null $deadline of remember(), in seconds; null: none
     */
    public function __construct(string $name = 'psr16', ?Cache $cache = null, private readonly ?float $deadline = 30.0)
    {
        $this->space = new KeySpace($cache ?? Cache::shared(), $name);
    }

    /** @param string $key */
    public function get($key, $default = null): mixed
    {
        return $this->space->get(self::key($key), $default);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param null|int|DateInterval $ttl
     */
    public function set($key, $value, $ttl = null): bool
    {
        return $this->space->set(self::key($key), $value, self::ttl($ttl));
    }

    /** @param string $key */
    public function delete($key): bool
    {
        $this->space->delete(self::key($key));
        return true;
    }

    public function clear(): bool
    {
        return $this->space->clear();
    }

    /**
     * @param iterable<string> $keys
     * @return iterable<string, mixed>
     */
    public function getMultiple($keys, $default = null): iterable
    {
        $values = [];
        foreach (self::keys($keys) as $key) {
            $values[$key] = $this->space->get($key, $default);
        }
        return $values;
    }

    /**
     * @param iterable<string, mixed> $values
     * @param null|int|DateInterval $ttl
     */
    public function setMultiple($values, $ttl = null): bool
    {
        $ttl = self::ttl($ttl);
        $checked = [];
        foreach (self::iterable($values) as $key => $value) {
            $checked[self::key(is_int($key) ? (string) $key : $key)] = $value;
        }
        $all = true;
        foreach ($checked as $key => $value) {
            $all = $this->space->set((string) $key, $value, $ttl) && $all;
        }
        return $all;
    }

    /** @param iterable<string> $keys */
    public function deleteMultiple($keys): bool
    {
        foreach (self::keys($keys) as $key) {
            $this->space->delete($key);
        }
        return true;
    }

    /** @param string $key */
    public function has($key): bool
    {
        return $this->space->has(self::key($key));
    }

    /**
     * The value, made by `$compute` where there is none: once in the server, as Tern\Cache::remember() does. Not a method of PSR-16.
     *
     * @param null|int|DateInterval|Closure(mixed): (null|int|DateInterval) $ttl
     * @param callable(): mixed $compute
     */
    public function remember(string $key, null|int|DateInterval|Closure $ttl, callable $compute): mixed
    {
        return $this->space->remember(self::key($key), $ttl, $compute, $this->deadline);
    }

    private static function key(mixed $key): string
    {
        $problem = PsrKey::problem($key);
        return is_string($key) && $problem === null ? $key : throw new Psr16InvalidArgument((string) $problem);
    }

    /** @return list<string> */
    private static function keys(mixed $keys): array
    {
        $checked = [];
        foreach (self::iterable($keys) as $key) {
            $checked[] = self::key($key);
        }
        return $checked;
    }

    /** @return iterable<mixed> */
    private static function iterable(mixed $given): iterable
    {
        return is_iterable($given) ? $given : throw new Psr16InvalidArgument('An array or a Traversable is needed, ' . get_debug_type($given) . ' given');
    }

    private static function ttl(mixed $ttl): null|int|DateInterval
    {
        return $ttl === null || is_int($ttl) || $ttl instanceof DateInterval ? $ttl
            : throw new Psr16InvalidArgument('A time to live is null, an int or a DateInterval, ' . get_debug_type($ttl) . ' given');
    }
}
