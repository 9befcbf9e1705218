--TEST--
Pool: a call of get() during which the pool is closed takes no place from other processes
--FILE--
<?php
use Swoole\Coroutine\Channel;
use Swoole\Process;

final class Session implements Tern\Pool\Resettable
{
    /** Gets what ping() returns. */
    public static ?Channel $pings = null;

    public function resetSession(): bool { return true; }
    public function ping(): bool { return self::$pings->pop(); }
}

$pool = new Tern\Pool(fn () => new Session(), size: 2, cap: 2, checkAfter: 0.0, timeout: 30.0);
$child = new Process(function (Process $parent) use ($pool) {
    $parent->read();
    Co\run(function () use ($pool, $parent) {
        $closed = new Channel(1);
        $waits = go(fn () => $pool->use(fn () => $closed->pop()));
        $parent->write('waits');
        $parent->read();
        echo $pool->use(fn (Session $mine) => get_class($mine), 2.0), "\n";
        $closed->push(true);
    });
});
$child->start();

Co\run(function () use ($pool, $child) {
    Session::$pings = new Channel(1);
    [$idle, $lent] = [$pool->get(), $pool->get()];
    $pool->put($idle);
    $child->write('go');
    $child->read();  // from now on the child, which has none, comes first
    $asked = go(function () use ($pool) {
        try {
            $pool->get();
        } catch (Tern\PoolException $error) {
            echo $error->getMessage(), "\n";
        }
    });
    $pool->close();
    Session::$pings->push(false);  // the server has closed the idle one
    $pool->put($lent);
    Co::join([$asked]);
    $child->write('closed');
});
Process::wait();
?>
--EXPECT--
Pool 'pool' is closed
Session
