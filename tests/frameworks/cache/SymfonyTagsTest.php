<?php

use Cache\IntegrationTests\CachePoolTest;
use Symfony\Contracts\Cache\ItemInterface;
use Tern\Symfony\TagAwareCacheAdapter;

class SymfonyTagsTest extends CachePoolTest
{
    protected $skippedTests = ['testGetItemsInvalidKeys' => 'Symfony asserts keys', 'testDeleteItemsInvalidKeys' => 'Symfony asserts keys',
        'testGetItemInvalidKeys' => 'Symfony asserts keys', 'testHasItemInvalidKeys' => 'Symfony asserts keys', 'testDeleteItemInvalidKeys' => 'Symfony asserts keys'];

    public function createCachePool()
    {
        return new TagAwareCacheAdapter('suite');
    }

    public function testTags()
    {
        $runs = 0;
        $get = function (string $key, string ...$tags) use (&$runs) {
            return $this->cache->get($key, function (ItemInterface $item) use (&$runs, $tags) {
                $item->tag($tags);
                return ++$runs;
            });
        };
        $this->assertSame([1, 2, 3], [$get('one', 'a'), $get('two', 'a', 'b'), $get('three')]);
        $this->assertSame([1, 2, 3], [$get('one'), $get('two'), $get('three')]);
        $this->assertTrue($this->cache->invalidateTags(['b']));
        $this->assertSame([1, 4, 3], [$get('one'), $get('two', 'b'), $get('three')]);
        $other = new TagAwareCacheAdapter('suite');
        $other->invalidateTags(['a']);
        $this->assertFalse($this->cache->hasItem('one'));
        $this->assertSame([5, 4, 3], [$get('one', 'a'), $get('two'), $get('three')]);
    }
}
