--TEST--
Tern\Internal\WaitQueue: first in, first out; deadline, cancellation; woken for another reason
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\WaitGroup;
use Tern\Internal\WaitQueue;
use function Swoole\Coroutine\run;
use function Tern\Internal\wake;

function outcome(object|null|false $got): string
{
    return $got === false ? swoole_strerror(swoole_last_error(), SWOOLE_STRERROR_SWOOLE) : json_encode($got);
}

run(function () {
    $queue = new WaitQueue();
    $waits = fn (string $name, float $timeout = 0) => Co::create(function () use ($queue, $name, $timeout) {
        $got = $queue->wait($timeout);
        echo "$name ", outcome($got), "\n";
        Co::sleep(0.001);
        echo "$name ends\n";
    });
    echo "-- first in, first out\n";
    var_dump($queue->hand(null));
    array_map($waits, ['a', 'b', 'c']);
    echo $queue->count(), "\n";
    foreach ([null, (object) ['for' => 'b'], null] as $item) {
        var_dump($queue->hand($item));
    }
    echo $queue->count(), json_encode($queue->hand(null)), "\n";
    Co::sleep(0.005);

    echo "-- deadline and cancellation\n";
    $late = $waits('late', 0.001);
    $canceled = $waits('canceled');
    $thrown = Co::create(function () use ($queue) {
        try {
            $queue->wait(0);
        } catch (Co\CanceledException $exception) {
            echo $exception->getMessage(), "\n";
        }
    });
    $last = $waits('last');
    Co::cancel($canceled);
    Co::cancel($thrown, true);
    Co::join([$late, $canceled, $thrown]);
    echo $queue->count(), "\n";
    $queue->hand(null);
    Co::join([$last]);

    echo "-- woken for another reason\n";
    $id = $waits('woken', 0.01);
    var_dump(wake($id), $queue->count());
    Co::join([$id]);
    $group = new WaitGroup(1);
    $id = Co::create(function () use ($group) {
        var_dump($group->wait());
    });
    wake($id);
    echo "the work is done\n";
    $group->done();

    echo "-- what was handed is not kept\n";
    $item = new stdClass();
    $gone = WeakReference::create($item);
    Co::create(function () use ($queue) {
        $queue->wait(0);
    });
    $queue->hand($item);
    unset($item);
    var_dump($gone->get());
});
?>
--EXPECT--
-- first in, first out
bool(false)
3
a null
bool(true)
b {"for":"b"}
bool(true)
c null
bool(true)
0false
a ends
b ends
c ends
-- deadline and cancellation
canceled Coroutine was canceled
Coroutine was canceled
late Coroutine timed out
canceled ends
late ends
1
last null
last ends
-- woken for another reason
bool(true)
int(1)
woken Coroutine timed out
woken ends
the work is done
bool(true)
-- what was handed is not kept
NULL
