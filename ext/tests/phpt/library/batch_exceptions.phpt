--TEST--
batch(): the first exception reaches the caller when all have ended; cancelled tasks have no result
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\{batch, map, run};

require __DIR__ . '/in_order.inc';
set_exception_handler(function ($e) { echo 'handler: ', $e->getMessage(), "\n"; });
run(function () {
    finish('c', 'b', 'a');
    try {
        batch([
            function () { pause('a'); echo "the last one\n"; },
            function () { pause('b'); throw new Exception('second'); },
            function () { pause('c'); throw new LogicException('first'); },
        ]);
    } catch (Exception $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", preg_replace('/^#0 (\S+)\(\d+\)/', '#0 $1', $e->getTraceAsString()), "\n";
    }
    $task = 0;
    Co::create(function () use (&$task) { Co::sleep(0.001); Co::cancel($task, true); });
    echo json_encode(batch(['cancelled' => function () use (&$task) { $task = Co::getCid(); Co::sleep(1000); }, 'other' => fn () => 1])), "\n";
    echo json_encode(map([1, 2], fn ($x) => $x === 1 ? Co::cancel(Co::getCid()) : $x)), "\n";
    // The caller is cancelled: the tasks go on.
    $caller = Co::create(function () {
        try {
            batch([function () { pause('long'); echo "goes on\n"; }]);
        } catch (Co\CanceledException $e) {
            echo "caller cancelled\n";
        }
    });
    Co::cancel($caller, true);
    $caller = Co::create(function () { echo json_encode(batch([function () { pause('longer'); }, fn () => 2])), "\n"; });
    Co::cancel($caller);
    finish('long', 'longer');
});
run(function () {
    try {
        batch([function () { Co::yield(); }, fn () => throw new Exception('in time')], 0.001);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    batch([function () { pause('late'); throw new Exception('too late for the caller'); }], 0.001);
    echo "caller goes on\n";
    finish('late');
    Co::sleep(1000);
});
?>
--EXPECTF--
the last one
LogicException: first
#0 tern:/library/Tern/Internal/Tasks.php: {closure%S}()
#1 [internal function]: Tern\Internal\Tasks->run(2, Object(Closure), Array)
#2 {main}
{"cancelled":null,"other":1}
[false,2]
caller cancelled
[null,2]
goes on
in time
caller goes on
handler: too late for the caller
