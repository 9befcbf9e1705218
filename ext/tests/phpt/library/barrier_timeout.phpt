--TEST--
Barrier: time limit, cancel, exceptions and cycles
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\Barrier;
use function Swoole\Coroutine\run;

run(function () {
    $barrier = Barrier::make();
    $id = Co::create(function () use ($barrier) { Co::yield(); echo "the other ends\n"; });
    Barrier::wait($barrier, 0.001);
    var_dump($barrier, swoole_last_error() === SWOOLE_ERROR_CO_TIMEDOUT);
    Co::resume($id);

    $barrier = Barrier::make();
    $id = Co::create(function () use ($barrier) { Co::yield(); });
    $waiter = Co::create(function () use (&$barrier) { Barrier::wait($barrier); echo "cancelled: ", swoole_last_error(), "\n"; });
    Co::cancel($waiter);
    Co::resume($id);

    // The last holder ends by an exception, which it catches after the barrier is gone.
    $barrier = Barrier::make();
    $id = Co::create(function () use ($barrier) {
        try {
            (function ($held) { Co::yield(); throw new Exception('thrown'); })(...[$barrier]);
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
    });
    Co::create(function () use ($id) { Co::sleep(0.001); Co::resume($id); });
    Barrier::wait($barrier);
    echo "through\n";

    // The garbage collector drops the last reference; who waits may suspend again.
    $barrier = Barrier::make();
    Co::create(function () use ($barrier) {
        $cycle = new stdClass;
        $cycle->self = $cycle;
        $cycle->barrier = $barrier;
    });
    Co::create(function () { Co::sleep(0.001); gc_collect_cycles(); echo "collected\n"; });
    Barrier::wait($barrier);
    Co::sleep(0.001);
    echo "through after the collector\n";
    try { Barrier::wait($id); } catch (TypeError $e) { echo preg_replace('/, called.*/', '', $e->getMessage()), "\n"; }
});
?>
--EXPECT--
NULL
bool(true)
the other ends
cancelled: 10017
thrown
through
collected
through after the collector
Swoole\Coroutine\Barrier::wait(): Argument #1 ($barrier) must be of type ?Swoole\Coroutine\Barrier, int given
