--TEST--
Event: exit() ends the loop after the turn; what was to come is dropped; the program goes on
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Event;
use Swoole\Timer;
class Holder { public function __construct(public string $name) {} public function __destruct() { echo "$this->name freed\n"; } }
[$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
Event::add($ours, function () { echo "never\n"; });
Timer::tick(1000000, function () { echo "never\n"; }, new Holder('timer'));
go(function () {
    try {
        Co::sleep(1000);
    } finally {
        echo "finally\n";
    }
});
Timer::after(1, function () {
    Event::defer(function () { echo "the turn ends\n"; Event::defer(function () { echo "never\n"; }); });
    Event::exit();
    echo "after exit()\n";
});
Timer::after(1, function () { echo "of the same turn\n"; });
usleep(3000);
Event::wait();
echo "wait() is over\n";
var_dump(Timer::stats()['num'], Event::isset($ours));
Timer::after(1, function () { echo "a new loop\n"; });
Event::wait();
Timer::after(1, function () { echo "the last loop\n"; swoole_event_exit(); });
Timer::tick(1000000, function () { echo "never\n"; });
?>
--EXPECT--
after exit()
of the same turn
the turn ends
finally
timer freed
wait() is over
int(0)
bool(false)
a new loop
the last loop
