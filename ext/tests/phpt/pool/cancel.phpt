--TEST--
Pool: a coroutine that is cancelled while it waits, connects or works leaves nothing behind
--FILE--
<?php
require __DIR__ . '/connection.inc';
use Swoole\Coroutine;
Co\run(function () {
    $pool = pool(size: 1);
    $it = $pool->get();
    foreach ([false, true] as $throws) {
        $waiter = go(function () use ($pool) {
            try {
                $pool->get();
            } catch (Coroutine\CanceledException) {
                echo "canceled\n";
            }
        });
        Coroutine::cancel($waiter, $throws);
    }
    echo $pool->stats()['waiting'], "\n";
    $worker = go(fn () => $pool->use(fn () => Coroutine::yield()));
    $pool->put($it);
    echo $pool->stats()['in_use'], "\n";
    Coroutine::cancel($worker);
    echo $pool->stats()['idle'], ' of ', $pool->stats()['size'], "\n";

    $slow = new Tern\Pool(function () { Coroutine::yield(); return new Connection(); }, size: 1, reset: fn () => true);
    foreach ([false, true] as $throws) {
        $connects = go(function () use ($slow) {
            try {
                $slow->get();
                echo "made\n";
            } catch (Coroutine\CanceledException) {
                echo "canceled\n";
            }
        });
        Coroutine::cancel($connects, true);
    }
    echo $slow->stats()['size'], "\n";
});
?>
--EXPECT--
canceled
canceled
0
1
1 of 1
canceled
canceled
0
