--TEST--
Manual: A channel says that its push() was cancelled
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\System;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $channel = new Channel(1);
    $waiter = Coroutine::getCid();
    go(function () use ($waiter) {
        System::sleep(0.002);
        var_dump(Coroutine::cancel($waiter));
    });
    var_dump($channel->push('first', 100), Coroutine::isCanceled(), $channel->errCode === SWOOLE_CHANNEL_OK);
    var_dump($channel->push('second', 100), Coroutine::isCanceled(), $channel->errCode === SWOOLE_CHANNEL_CANCELED);

    go(function () use ($waiter) {
        System::sleep(0.002);
        Coroutine::cancel($waiter);
    });
    var_dump(System::sleep(1000), Coroutine::isCanceled());
    var_dump(Coroutine::cancel(Coroutine::getCid()), swoole_last_error() === SWOOLE_ERROR_CO_CANNOT_CANCEL);
    var_dump(Coroutine::cancel(9999), swoole_last_error() === SWOOLE_ERROR_CO_NOT_EXISTS);
});
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
