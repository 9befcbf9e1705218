--TEST--
Tern\Cache::shared() is one cache for the processes that come from here; deleteIf()
--EXTENSIONS--
pcntl
--INI--
tern.cache_size=128K
--FILE--
<?php
use Tern\Cache;

$cache = Cache::shared();
var_dump($cache === Cache::shared(), $cache->stats()['size'] <= 128 << 10);
$cache->set('k', 'parent');
if (($pid = pcntl_fork()) === 0) {
    Cache::shared()->set('k', Cache::shared()->get('k') . ', child');
    exit(0);
}
pcntl_waitpid($pid, $status);
echo $cache->get('k'), "\n";

echo "only if it is this value\n";
$cache->set('lock', 'ann');
var_dump($cache->deleteIf('lock', 'bob'), $cache->deleteIf('lock', 'ann'), $cache->deleteIf('lock', 'ann'));
$cache->set('list', [1, [2]]);
var_dump($cache->deleteIf('list', [1, [3]]), $cache->deleteIf('list', [1, [2]]));
?>
--EXPECT--
bool(true)
bool(true)
parent, child
only if it is this value
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
