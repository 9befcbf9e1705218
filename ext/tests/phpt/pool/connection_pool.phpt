--TEST--
ConnectionPool: connections are lent, made up to its size, replaced by put(null); a proxy class; close()
--FILE--
<?php
require __DIR__ . '/connection.inc';
use Swoole\ConnectionPool;
Co\run(function () {
    $pool = new ConnectionPool(fn () => new Connection(), 2);
    [$one, $other] = [$pool->get(), $pool->get()];
    echo $one->number, $other->number, json_encode($pool->get(0.001)), "\n";
    go(fn () => print('waited for ' . $pool->get()->number . "\n"));
    $pool->put($one);
    go(fn () => print('waited for ' . $pool->get()->number . "\n"));
    $pool->put(null);
    $pool->put($other);
    echo $pool->get() === $other ? 'the same' : 'another', "\n";
    $pool->put(null);
    echo $pool->get()->number, "\n";

    $pool = new ConnectionPool(fn () => new Connection(), 3);
    $pool->fill();
    echo Connection::$made, "\n";
    go(function () use ($pool) { for ($i = 0; $i < 3; ++$i) $pool->get(); echo json_encode($pool->get()), "\n"; });
    $pool->close();
    $pool->put($one);
    try {
        $pool->get();
    } catch (RuntimeException $e) {
        echo $e->getMessage(), "\n";
    }

    $fail = true;
    $pool = new ConnectionPool(function () use (&$fail) { return $fail ? throw new Exception('refused') : new Connection(); }, 1);
    try {
        $pool->get();
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    $fail = false;
    echo $pool->get()->number, "\n";
    final class Proxy { public function __construct(public mixed $constructor) {} }
    echo get_class((new ConnectionPool(fn () => 1, 1, Proxy::class))->get()), ' ', ConnectionPool::DEFAULT_SIZE, "\n";
});
?>
--EXPECT--
12false
waited for 1
waited for 3
the same
4
7
false
Pool has been closed
refused
8
Proxy 64
