<?php

declare(strict_types=1);

namespace Tern\Cache;

use Closure;
use DateInterval;
use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;
use Tern\Cache;
use Tern\Internal\Framework\Cache\KeySpace;
use Tern\Internal\Framework\Cache\Psr6InvalidArgument;
use Tern\Internal\Framework\Cache\Psr6Item;
use Tern\Internal\Framework\Cache\PsrKey;
use function is_string;

/** A Tern\Cache as PSR-6 has it. Needs psr/cache, of any version. */
final class Psr6Pool implements CacheItemPoolInterface
{
    private readonly KeySpace $space;
    /** @var array<Psr6Item> by key: what commit() stores */
    private array $deferred = [];

    /**
     * @param string $name pools of different names have nothing in common; clear() empties one of them
     * @param Cache|null $cache null: that of the server
     * @param float|null $deadline of remember(), in seconds; null: none
     */
    public function __construct(string $name = 'psr6', ?Cache $cache = null, private readonly ?float $deadline = 30.0)
    {
        $this->space = new KeySpace($cache ?? Cache::shared(), $name);
    }

    public function __destruct()
    {
        $this->commit();
    }

    /** @param string $key */
    public function getItem($key): CacheItemInterface
    {
        return $this->item(self::key($key));
    }

    private function item(string $key): Psr6Item
    {
        if (isset($this->deferred[$key])) {
            return $this->deferred[$key]->asFound();
        }
        $value = $this->space->get($key, $this);  // this object itself is in no cache
        return $value === $this ? new Psr6Item($key, null, false) : new Psr6Item($key, $value, true);
    }

    /**
     * @param string[] $keys
     * @return array<string, CacheItemInterface>
     */
    public function getItems($keys = []): iterable
    {
        $items = [];
        foreach (array_map(self::key(...), $keys) as $key) {
            $items[$key] = $this->item($key);
        }
        return $items;
    }

    /** @param string $key */
    public function hasItem($key): bool
    {
        $key = self::key($key);
        return isset($this->deferred[$key]) ? $this->deferred[$key]->asFound()->isHit() : $this->space->has($key);
    }

    public function clear(): bool
    {
        $this->deferred = [];
        return $this->space->clear();
    }

    /** @param string $key */
    public function deleteItem($key): bool
    {
        return $this->deleteItems([$key]);
    }

    /** @param string[] $keys */
    public function deleteItems($keys): bool
    {
        foreach (array_map(self::key(...), $keys) as $key) {
            unset($this->deferred[$key]);
            $this->space->delete($key);
        }
        return true;
    }

    public function save(CacheItemInterface $item): bool
    {
        if (!$item instanceof Psr6Item) {
            return false;
        }
        unset($this->deferred[$item->getKey()]);
        return $this->space->set($item->getKey(), $item->content(), $item->timeToLive());
    }

    public function saveDeferred(CacheItemInterface $item): bool
    {
        if (!$item instanceof Psr6Item) {
            return false;
        }
        $this->deferred[$item->getKey()] = clone $item;
        return true;
    }

    public function commit(): bool
    {
        $all = true;
        foreach ($this->deferred as $item) {
            $all = $this->save($item) && $all;
        }
        return $all;
    }

    /**
     * The value, made by `$compute` where there is none: once in the server, as Tern\Cache::remember() does. Not a method of PSR-6.
     *
     * @param null|int|DateInterval|Closure(mixed): (null|int|DateInterval) $ttl
     * @param callable(): mixed $compute
     */
    public function remember(string $key, null|int|DateInterval|Closure $ttl, callable $compute): mixed
    {
        $key = self::key($key);
        if (isset($this->deferred[$key])) {
            $this->commit();
        }
        return $this->space->remember($key, $ttl, $compute, $this->deadline);
    }

    private static function key(mixed $key): string
    {
        $problem = PsrKey::problem($key);
        return is_string($key) && $problem === null ? $key : throw new Psr6InvalidArgument((string) $problem);
    }
}
