--TEST--
Event: an uncaught exception of a callback ends the program
--FILE--
<?php
use Swoole\Event;
use Swoole\Timer;
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($a, 'x');
Event::add($b, function () { throw new Exception('of a callback'); });
Event::defer(function () { echo "never\n"; });
Event::cycle(function () { echo "never\n"; });
Timer::tick(1, function () { echo "never\n"; });
try {
    Event::wait();
    echo "never\n";
} finally {
    echo "never\n";
}
?>
--EXPECTF--

Fatal error: Uncaught Exception: of a callback in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(Resource id #%d)
#1 {main}
  thrown in %s on line %d
