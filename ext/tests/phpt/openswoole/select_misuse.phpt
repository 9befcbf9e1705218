--TEST--
Coroutine::select(): what it does not take, cancellation, and the end of the program
--INI--
tern.openswoole=1
--FILE--
<?php
class Unmade extends chan
{
    public function __construct() {}
}

function refused(Closure $call): void
{
    try {
        $call();
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

refused(fn() => co::select([new chan()]));
co::run(function () {
    refused(fn() => co::select());
    refused(fn() => co::select([new stdClass()]));
    refused(fn() => co::select([], [1]));
    refused(fn() => co::select([new Unmade()]));

    $channel = new chan(1);
    $id = go(function () use ($channel) {
        try {
            co::select([$channel]);
        } finally {
            echo "unwound\n";
        }
    });
    co::cancel($id, true);
    $channel->push(1);
    var_dump($channel->length());
});
echo "done\n";
?>
--EXPECT--
Swoole\Error: API must be called in the coroutine
ValueError: Swoole\Coroutine::select(): Argument #1 ($read) must not be empty if there is no channel to push to
TypeError: Swoole\Coroutine::select(): Argument #1 ($read) must be an array of Swoole\Coroutine\Channel, stdClass given
TypeError: Swoole\Coroutine::select(): Argument #2 ($write) must be an array of Swoole\Coroutine\Channel, int given
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
unwound
int(1)
done
