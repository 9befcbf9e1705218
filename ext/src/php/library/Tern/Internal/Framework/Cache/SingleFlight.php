<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Closure;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;
use Tern\Cache;
use function strlen;

/**
 * How a pool of Symfony computes a value once in the server. A flight is an entry in the shared cache: one request computes and stores the
 * item, the others wait for the flight and read the item then. An item that the callback does not want stored is computed by one after the
 * other.
 */
final class SingleFlight
{
    /** A request that waits sees the end of a flight within this time, in seconds, or begins one that finds the item. */
    private const SEEN_S = 0.2;
    private const ID_BYTES = 8;
    private const LONGEST_KEY = 512;

    private function __construct(
        private readonly Cache $cache,
        private readonly CacheInterface&CacheItemPoolInterface $pool,
        private readonly ItemInterface $item,
        private readonly ?float $deadline,
    ) {
    }

    /**
     * For setCallbackWrapper() of Symfony's adapters.
     *
     * @param string $prefix of the keys of flights
     */
    public static function wrapper(Cache $cache, string $prefix, ?float $deadline): Closure
    {
        return static function (
            callable $callback,
            ItemInterface $item,
            bool &$save,
            CacheInterface $pool,
            ?Closure $setMetadata = null,
            mixed $logger = null,
            ?float $beta = null,
        ) use ($cache, $prefix, $deadline): mixed {
            // An item that is computed before its time, or because the caller wants it new, waits for no other request.
            if ($item->isHit() || $beta === INF || !$pool instanceof CacheItemPoolInterface) {
                return $callback($item, $save);
            }
            $compute = static function () use ($callback, $item, $pool, $setMetadata, &$save): mixed {
                $value = $callback($item, $save);
                if ($save) {
                    $setMetadata === null || $setMetadata($item);
                    $pool->save($item->set($value));
                }
                return $value;
            };
            $key = $prefix . (strlen($item->getKey()) > self::LONGEST_KEY ? hash('sha256', $item->getKey()) : $item->getKey());
            $value = (new self($cache, $pool, $item, $deadline))->run($key, $compute);
            $save = false;
            return $value;
        };
    }

    /** @param Closure(): mixed $compute computes and stores */
    private function run(string $flight, Closure $compute): mixed
    {
        for (;;) {
            $computed = null;
            /** @var string $id */
            $id = $this->cache->remember($flight, self::SEEN_S, function () use ($compute, &$computed): string {
                $computed = $this->find() ?? [$compute()];
                return bin2hex(random_bytes(self::ID_BYTES));
            }, $this->deadline);
            $computed ??= $this->find();
            if ($computed !== null) {
                return $computed[0];
            }
            // That flight has left no item, or it was deleted since. Those who know it meet at the next one.
            $flight = hash('xxh128', "$flight $id");
        }
    }

    /** @return array{mixed}|null */
    private function find(): ?array
    {
        $found = $this->pool->getItem($this->item->getKey());
        return $found->isHit() ? [$found->get()] : null;
    }
}
