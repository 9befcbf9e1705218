<?php

use Cache\IntegrationTests\CachePoolTest;
use Tern\Cache\Psr6Pool;

class Psr6PoolTest extends CachePoolTest
{
    public function createCachePool()
    {
        return new Psr6Pool('suite');
    }

    public function testRemember()
    {
        $this->cache->saveDeferred($this->cache->getItem('deferred')->set('before'));
        $this->assertSame('before', $this->cache->remember('deferred', 60, fn() => 'never'));
        $this->assertSame('made', $this->cache->remember('key', 60, fn() => 'made'));
        $this->assertSame('made', $this->cache->getItem('key')->get());
    }
}
