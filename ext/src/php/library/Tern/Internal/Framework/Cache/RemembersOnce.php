<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use BackedEnum;
use Closure;
use DateInterval;
use DateTimeInterface;
use Illuminate\Cache\Events\KeyWritten;
use LogicException;
use UnitEnum;
use function is_string;
use function is_callable;

/** What Illuminate\Cache\Repository computes, computed once in the server. A null is not stored, as Laravel has it. */
trait RemembersOnce
{
    /**
     * @param UnitEnum|string $key
     * @param Closure|DateTimeInterface|DateInterval|int|null $ttl
     * @return mixed
     */
    public function remember($key, $ttl, Closure $callback)
    {
        $key = self::name($key);
        $value = $this->get($key);
        return $value ?? $this->compute($key, $ttl, $callback);
    }

    /**
     * @param UnitEnum|string $key
     * @return mixed
     */
    public function rememberForever($key, Closure $callback)
    {
        return $this->remember($key, null, $callback);
    }

    private function compute(string $key, Closure|DateTimeInterface|DateInterval|int|null $ttl, Closure $callback): mixed
    {
        $isWritten = false;
        $seconds = null;
        $timeToLive = function (mixed $value) use ($ttl, &$isWritten, &$seconds): ?int {
            /** @var DateTimeInterface|DateInterval|int|null $ttl */
            $ttl = $ttl instanceof Closure ? $ttl($value) : $ttl;
            $seconds = $value === null ? 0 : ($ttl === null ? null : max(0, (int) $this->getSeconds($ttl)));
            $isWritten = $seconds !== 0;
            return $seconds;
        };
        $store = $this->getStore();
        $store instanceof LaravelStore || throw new LogicException('The store of this repository is another one');
        $value = $store->remember($this->itemKey($key), $timeToLive, $callback);
        if ($isWritten) {
            $named = is_callable([$this, 'getName']) ? ['storeName' => $this->getName()] : [];  // Laravel 11 and later
            $this->event(new KeyWritten(...['key' => $key, 'value' => $value, 'seconds' => $seconds, ...$named]));
        }
        return $value;
    }

    /**
     * @param UnitEnum|string $key
     * @param array{0: DateTimeInterface|DateInterval|int, 1: DateTimeInterface|DateInterval|int} $ttl
     * @param callable(): mixed $callback
     * @param array{seconds?: int, owner?: string}|null $lock
     * @param bool $alwaysDefer
     * @return mixed
     */
    public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false)
    {
        $key = self::name($key);
        $created = "illuminate:cache:flexible:created:$key";  // Laravel's name for it
        $found = $this->many([$key, $created]);
        if (isset($found[$key], $found[$created])) {
            return parent::flexible($key, $ttl, $callback, $lock, $alwaysDefer);
        }
        isset($found[$key]) && $this->forget($key);  // its age is unknown
        return $this->remember($key, $ttl[1], function () use ($callback, $created, $ttl): mixed {
            $value = $callback();
            $this->put($created, time(), $ttl[1]);
            return $value;
        });
    }

    private static function name(mixed $key): string
    {
        return match (true) {
            is_string($key) => $key,
            $key instanceof BackedEnum => (string) $key->value,
            $key instanceof UnitEnum => $key->name,
            default => throw new LogicException('A key is a string or an enum'),
        };
    }
}
