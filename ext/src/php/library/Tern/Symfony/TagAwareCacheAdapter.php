<?php

declare(strict_types=1);

namespace Tern\Symfony;

use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Tern\Cache;
use Tern\Internal\Framework\Cache\SingleFlight;

/**
 * CacheAdapter with tags: Symfony\Contracts\Cache\TagAwareCacheInterface. invalidateTags() in one worker is seen by all others at once.
 * Use it instead of the option `tags` of a pool, whose get() computes a value once for each request.
 */
class TagAwareCacheAdapter extends TagAwareAdapter
{
    /**
     * @param int $defaultLifetime in seconds; 0: without a limit
     * @param Cache|null $cache null: that of the server
     * @param float|null $deadline seconds for the callback of get(); then the next request calls its own. null: none
     */
    public function __construct(string $namespace = '', int $defaultLifetime = 0, ?Cache $cache = null, ?float $deadline = 30.0)
    {
        $cache ??= Cache::shared();
        parent::__construct(new CacheAdapter($namespace, $defaultLifetime, $cache, $deadline), null, 0.0);
        $this->setCallbackWrapper(SingleFlight::wrapper($cache, "symfony:tagged:$namespace:", $deadline));
    }
}
