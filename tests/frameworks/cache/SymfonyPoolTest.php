<?php

use Cache\IntegrationTests\CachePoolTest;
use Symfony\Contracts\Cache\ItemInterface;
use Tern\Symfony\CacheAdapter;

class SymfonyPoolTest extends CachePoolTest
{
    /** @var array<string, string> as symfony/cache itself skips them for all its adapters */
    protected $skippedTests = ['testGetItemsInvalidKeys' => 'Symfony asserts keys', 'testDeleteItemsInvalidKeys' => 'Symfony asserts keys',
        'testGetItemInvalidKeys' => 'Symfony asserts keys', 'testHasItemInvalidKeys' => 'Symfony asserts keys', 'testDeleteItemInvalidKeys' => 'Symfony asserts keys'];

    public function createCachePool()
    {
        return new CacheAdapter('suite');
    }

    public function testContract()
    {
        $runs = 0;
        $compute = function (ItemInterface $item, bool &$save) use (&$runs) {
            $item->expiresAfter(60);
            $save = ++$runs !== 3;
            return $runs;
        };
        $this->assertSame([1, 1], [$this->cache->get('key', $compute), $this->cache->get('key', $compute, 1.0, $metadata)]);
        $this->assertArrayHasKey(ItemInterface::METADATA_EXPIRY, $metadata);
        $this->assertSame(2, $this->cache->get('key', $compute, INF));
        $this->assertSame([3, 4, 4], [$this->cache->get('unsaved', $compute), $this->cache->get('unsaved', $compute), $this->cache->get('unsaved', $compute)]);
        $this->assertSame(5, $this->cache->get('recursive', fn() => $this->cache->get('recursive', $compute)));
        $this->assertTrue($this->cache->delete('key'));
        $this->assertSame(6, $this->cache->get('key', $compute));
        $sub = $this->cache->withSubNamespace('sub');
        $this->assertSame(7, $sub->get('key', $compute));
        $this->assertSame([6, 7], [$this->cache->getItem('key')->get(), $sub->getItem('key')->get()]);
    }

    public function testExceptionLeavesItToTheNext()
    {
        try {
            $this->cache->get('key', fn() => throw new DomainException('thrown'));
            $this->fail();
        } catch (DomainException) {
            $this->assertSame('next', $this->cache->get('key', fn() => 'next'));
        }
    }
}
