--TEST--
Channel: cancelled with an exception, push and pop throw, set errCode, and the channel goes on
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(1);
    $one = go(function () use ($channel) {
        try {
            $channel->pop(30);
            echo "not here\n";
        } catch (Swoole\Coroutine\CanceledException $e) {
            echo get_class($e) . " $channel->errCode\n";
        }
        echo 'then: ' . $channel->pop() . "\n";
    });
    Co::cancel($one, true);
    $channel->push('value');
    $channel->push('full');
    $one = go(function () use ($channel) {
        try {
            $channel->push(new class { public function __destruct() { echo "value is freed\n"; } }, 30);
        } catch (Swoole\Coroutine\CanceledException $e) {
            echo get_class($e) . " $channel->errCode\n";
        } finally {
            unset($e);
            echo "finally\n";
        }
    });
    Co::cancel($one, true);
    echo json_encode($channel->stats()), "\n";
    $one = go(function () use ($channel) { $channel->push('uncaught'); echo "not here\n"; });
    Co::cancel($one, true);
    var_dump(Co::exists($one), $channel->pop());
});
?>
--EXPECT--
Swoole\Coroutine\CanceledException -3
then: value
Swoole\Coroutine\CanceledException -3
value is freed
finally
{"consumer_num":0,"producer_num":0,"queue_num":1}
bool(false)
string(4) "full"
