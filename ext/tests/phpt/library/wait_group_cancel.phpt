--TEST--
WaitGroup: a wait that is cancelled, and one that another waiter cancels while both are woken
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\WaitGroup;
use function Swoole\Coroutine\run;

run(function () {
    $group = new WaitGroup(1);
    $id = Co::create(function () use ($group) {
        var_dump($group->wait(), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED);
        try {
            $group->wait();
        } catch (Co\CanceledException $e) {
            echo $e->getMessage(), "\n";
        }
        $group->add();
        echo "nobody waits\n";
    });
    var_dump(@Co::resume($id));
    Co::cancel($id);
    Co::cancel($id, true);
    $group->done();

    // Both wait; the first one, woken, cancels the second, which waits for something else then.
    $second = 0;
    Co::create(function () use ($group, &$second) { $group->wait(); echo "first\n"; Co::cancel($second); });
    $other = new WaitGroup(1);
    $second = Co::create(function () use ($group, $other) {
        echo 'second: ' . json_encode($group->wait()) . "\n";
        echo 'second, the other group: ' . json_encode($other->wait()) . "\n";
    });
    $group->done();
    echo "done\n";
    $other->done();
});
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
Coroutine was canceled
nobody waits
first
second: false
done
second, the other group: true
