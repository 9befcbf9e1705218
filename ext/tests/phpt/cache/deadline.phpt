--TEST--
Tern\Cache::remember(): who computes has a deadline, and gives the value up with its page
--FILE--
<?php
use Swoole\Coroutine\Channel;

$cache = new Tern\Cache(1 << 20);
Co\run(function () use ($cache) {
    echo "the next one computes when the time is over, and the late value is not kept\n";
    $gate = new Channel();
    go(function () use ($cache, $gate) {
        echo $cache->remember('slow', 60, fn() => $gate->pop(), 0.02), " for the first\n";
    });
    $second = new Channel();
    go(fn() => $second->push($cache->remember('slow', 60, fn() => 'by the second', 0.02)));
    echo $second->pop(), "\n";
    $gate->push('late');
    var_dump($cache->get('slow'));

    echo "without a deadline they wait\n";
    go(fn() => $cache->remember('endless', 60, fn() => $gate->pop()));
    go(fn() => $second->push($cache->remember('endless', 60, fn() => 'never')));
    $gate->push('made');
    echo $second->pop(), "\n";

    echo "the time to live by the value\n";
    $ttl = fn(string $value) => $value === 'keep' ? null : 0;
    foreach (['drop', 'keep', 'other'] as $value) {
        echo $cache->remember('by value', $ttl, fn() => $value), "\n";
    }
});
?>
--EXPECT--
the next one computes when the time is over, and the late value is not kept
by the second
late for the first
string(13) "by the second"
without a deadline they wait
made
the time to live by the value
drop
keep
keep
