--TEST--
Pool: a connection comes back when its coroutine ends, whoever forgot it; twice or to another pool it cannot
--FILE--
<?php
require __DIR__ . '/connection.inc';
set_error_handler(function (int $level, string $text) {
    echo preg_replace(['/[\d.]+ s ago/', '~at /.*/~', '/coroutine \d+/'], ['T s ago', 'at ', 'coroutine N'], $text), "\n";
    return true;
});
Co\run(function () {
    $pool = pool(size: 1);
    go(function () use ($pool) {
        $pool->get();
    });
    go(function () use ($pool) {
        $pool->put($pool->get());  // watched already, and nothing is left
        $it = $pool->get();
        try {
            throw new Exception();
        } catch (Exception) {
        }
    });
    $it = $pool->get();
    echo $it->number, ' ', $pool->stats()['leaks'], "\n";
    $pool->put($it);
    foreach ([$pool, pool()] as $other) {
        try {
            $other->put($it);
        } catch (Tern\PoolException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    // Lent here, given back elsewhere.
    $it = $pool->get();
    go(fn () => $pool->put($it));
    echo $pool->use(fn () => 'goes on'), "\n";
    for ($i = 0; $i < 1000; ++$i) {
        $pool->use(fn () => null);
    }
    echo json_encode($pool->stats()['closed']), "\n";
});
try {
    pool()->get();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
Pool 'pool': coroutine N ended without put(): the connection that it took at leak.php:10, T s ago, comes back by itself
Pool 'pool': coroutine N ended without put(): the connection that it took at leak.php:14, T s ago, comes back by itself
1 2
The Connection is not lent by pool 'pool': it is not of this pool, or was given back before
The Connection is not lent by pool 'pool': it is not of this pool, or was given back before
goes on
[]
API must be called in the coroutine
