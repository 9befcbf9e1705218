<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Closure;
use Illuminate\Cache\TaggableStore;
use Illuminate\Cache\TagSet;
use Illuminate\Contracts\Cache\LockProvider;
use TypeError;
use function func_get_args;
use function is_array;
use function is_int;

/**
 * A store of Laravel's cache in a Tern\Cache, with locks and tags. For Laravel null is no value, so it is not stored. flush() drops the
 * locks, too.
 */
final class LaravelStore extends TaggableStore implements LockProvider
{
    public function __construct(private readonly KeySpace $space, private readonly ?float $deadline)
    {
    }

    /** @param string $key */
    public function get($key): mixed
    {
        return $this->space->get((string) $key);
    }

    /**
     * @param list<string> $keys
     * @return array<string, mixed>
     */
    public function many(array $keys): array
    {
        $values = [];
        foreach ($keys as $key) {
            $values[$key] = $this->get($key);
        }
        return $values;
    }

    /**
     * @param string $key
     * @param int $seconds
     */
    public function put($key, mixed $value, $seconds): bool
    {
        return $this->store((string) $key, $value, $seconds);
    }

    /**
     * @param array<string, mixed> $values
     * @param int $seconds
     */
    public function putMany(array $values, $seconds): bool
    {
        $all = true;
        foreach ($values as $key => $value) {
            $all = $this->store((string) $key, $value, $seconds) && $all;
        }
        return $all;
    }

    /**
     * @param string $key
     * @param int|null $seconds null: without a limit
     */
    public function add($key, mixed $value, $seconds = null): bool
    {
        return $value !== null && $this->space->add((string) $key, $value, $seconds);
    }

    /** @param string $key */
    public function forever($key, mixed $value): bool
    {
        return $this->store((string) $key, $value, null);
    }

    private function store(string $key, mixed $value, int|float|null $seconds): bool
    {
        if ($value === null) {
            $this->space->delete($key);
            return true;
        }
        return $this->space->set($key, $value, $seconds);
    }

    /**
     * @param string $key
     * @param int|float $value
     * @return int|float|false false: the value is no number
     */
    public function increment($key, $value = 1): int|float|false
    {
        try {
            if (is_int($value)) {
                return $this->space->cache->increment($this->space->id((string) $key), $value);
            }
        } catch (TypeError) {
            // A text or a float: no other process may change it meanwhile.
        }
        $now = $this->get($key) ?? 0;
        if (!is_numeric($now) || !is_numeric($value)) {
            return false;
        }
        $sum = $now + $value;
        $this->forever($key, $sum);
        return $sum;
    }

    /**
     * @param string $key
     * @param int|float $value
     * @return int|float|false false: the value is no number
     */
    public function decrement($key, $value = 1): int|float|false
    {
        return is_numeric($value) ? $this->increment($key, -1 * $value) : false;
    }

    /** @param string $key */
    public function forget($key): bool
    {
        return $this->space->delete((string) $key);
    }

    public function flush(): bool
    {
        return $this->space->clear();
    }

    public function getPrefix(): string
    {
        return '';
    }

    /** @param Closure(mixed): ?int $ttl */
    public function remember(string $key, Closure $ttl, Closure $callback): mixed
    {
        return $this->space->remember($key, $ttl, $callback, $this->deadline);
    }

    /**
     * @param string $name
     * @param int $seconds
     * @param string|null $owner
     */
    public function lock($name, $seconds = 0, $owner = null): LaravelLock
    {
        return new LaravelLock($this->space, $name, $seconds, $owner);
    }

    /**
     * @param string $name
     * @param string $owner
     */
    public function restoreLock($name, $owner): LaravelLock
    {
        return $this->lock($name, 0, $owner);
    }

    /** @param list<string>|string $names */
    public function tags($names): LaravelTaggedCache
    {
        /** @var list<string> $all */
        $all = is_array($names) ? $names : func_get_args();
        return new LaravelTaggedCache($this, new TagSet($this, $all));
    }
}
