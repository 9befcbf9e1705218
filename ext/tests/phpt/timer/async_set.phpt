--TEST--
Timer: swoole_async_set(['enable_coroutine' => ...]) says whether callbacks run in coroutines, from then on
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Event;
use Swoole\Timer;
swoole_async_set(['enable_coroutine' => false]);
Timer::after(1, function () {
    var_dump(Coroutine::getCid(), ini_get('swoole.enable_coroutine'));
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fwrite($other, 'x');
    Event::add($one, function ($one) use ($other) {
        var_dump(Coroutine::getCid());
        Event::del($one);
        Coroutine::set(['enable_coroutine' => true]);  // which is an option of servers
        Timer::after(1, function () {
            var_dump(Coroutine::getCid());
            swoole_async_set(['enable_coroutine' => true]);
            Timer::after(1, fn() => var_dump(Coroutine::getCid() > 0, ini_get('swoole.enable_coroutine')));
        });
    });
});
Event::wait();
swoole_async_set(['enable_coroutine' => null]);
Timer::after(1, fn() => var_dump(Coroutine::getCid() > 0));
?>
--EXPECT--
int(-1)
string(1) "0"
int(-1)
int(-1)
bool(true)
string(1) "1"
bool(true)
