<?php

declare(strict_types=1);

namespace Tern\Symfony;

use Symfony\Component\Cache\Adapter\AbstractAdapter;
use Tern\Cache;
use Tern\Internal\Framework\Cache\SingleFlight;

/**
 * A Tern\Cache as a pool of symfony/cache: PSR-6 and Symfony\Contracts\Cache\CacheInterface. get() computes a value once in the server, in
 * all workers. clear() is seen by requests that begin after it.
 *
 *     framework:
 *         cache:
 *             app: Tern\Symfony\CacheAdapter
 */
class CacheAdapter extends AbstractAdapter
{
    private const PREFIX = 'symfony:';
    /** Tern\Cache allows 1024 bytes. */
    private const LONGEST_ID = 900;

    private readonly Cache $cache;

    /**
     * @param int $defaultLifetime in seconds; 0: without a limit
     * @param Cache|null $cache null: that of the server
     * @param float|null $deadline seconds for the callback of get(); then the next request calls its own. null: none
     */
    public function __construct(string $namespace = '', int $defaultLifetime = 0, ?Cache $cache = null, ?float $deadline = 30.0)
    {
        $this->cache = $cache ?? Cache::shared();
        $this->maxIdLength = self::LONGEST_ID;
        parent::__construct($namespace, $defaultLifetime);
        $this->enableVersioning();
        $this->setCallbackWrapper(SingleFlight::wrapper($this->cache, self::PREFIX . "flight:$namespace:", $deadline));
    }

    /**
     * @param string[] $ids
     * @return array<string, mixed>
     */
    protected function doFetch(array $ids): iterable
    {
        $found = [];
        foreach ($ids as $id) {
            $value = $this->cache->get(self::PREFIX . $id, $this);  // this object itself is in no cache
            if ($value !== $this) {
                $found[$id] = $value;
            }
        }
        return $found;
    }

    protected function doHave(string $id): bool
    {
        return $this->cache->has(self::PREFIX . $id);
    }

    /** Nothing to do: the ids of a namespace have a version, which clear() changes. */
    protected function doClear(string $namespace): bool
    {
        return false;
    }

    /** @param string[] $ids */
    protected function doDelete(array $ids): bool
    {
        foreach ($ids as $id) {
            $this->cache->delete(self::PREFIX . $id);
        }
        return true;
    }

    /**
     * @param array<string, mixed> $values
     * @return list<string>|bool the ids of those that are too large
     */
    protected function doSave(array $values, int $lifetime): array|bool
    {
        $failed = [];
        foreach ($values as $id => $value) {
            if (!@$this->cache->set(self::PREFIX . $id, $value, $lifetime === 0 ? null : $lifetime)) {
                $failed[] = $id;
            }
        }
        return $failed;
    }
}
