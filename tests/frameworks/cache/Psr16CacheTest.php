<?php

use Cache\IntegrationTests\SimpleCacheTest;
use Tern\Cache\Psr16Cache;

class Psr16CacheTest extends SimpleCacheTest
{
    public function createSimpleCache()
    {
        return new Psr16Cache('suite');
    }

    public function testNamesAndRemember()
    {
        $other = new Psr16Cache('other');
        $this->cache->set('key', 1);
        $this->assertFalse($other->has('key'));
        $this->assertSame(2, $other->remember('key', 60, fn() => 2));
        $this->assertSame(2, $other->remember('key', 60, fn() => 3));
        $other->clear();
        $this->assertSame([null, 1], [$other->get('key'), $this->cache->get('key')]);
        $long = str_repeat('k', 5000);
        $this->cache->set($long, 'long');
        $this->assertSame(['long', null], [$this->cache->get($long), $this->cache->get("{$long}1")]);
    }
}
