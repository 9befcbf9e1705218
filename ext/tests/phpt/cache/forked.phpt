--TEST--
Tern\Cache: a process that is forked while others wait for a value waits for itself
--FILE--
<?php
use Swoole\Process;
$cache = new Tern\Cache(1 << 20);
[$made, $asked] = [new Swoole\Atomic, new Swoole\Atomic];
$maker = new Process(function () use ($cache, $made, $asked) {
    $cache->remember('key', null, function () use ($made, $asked) {
        $made->wakeup();
        $asked->wait(-1);
        return 'value of another process';
    });
}, false, 0);
$maker->start();
$made->wait(-1);
$wrong = fn () => 'made twice';
Co\run(function () use ($cache, $asked, $wrong) {
    go(fn () => print 'parent: ' . $cache->remember('key', null, $wrong) . "\n");
    $child = new Process(function () use ($cache, $asked, $wrong) {
        go(fn () => print 'child: ' . $cache->remember('key', null, $wrong) . "\n");
        $asked->wakeup();
    }, false, 0, true);
    $child->start();
    Process::wait();
    Process::wait();
});
?>
--EXPECTF--
%s: value of another process
%s: value of another process
