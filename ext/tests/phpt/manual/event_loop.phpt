--TEST--
Manual: Event: add, set, isset, write, defer, cycle, del
--FILE--
<?php
use Swoole\Event;

[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
Event::cycle(function () {
    echo "the end of a turn\n";
    Event::cycle(null);
});
Event::add($one, function ($stream) {
    var_dump(fread($stream, 8192));
    Event::set($stream, null, function ($stream) {
        echo "writable\n";
        var_dump(Event::del($stream));
        fclose($stream);
    }, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE);
});
var_dump(Event::isset($one, SWOOLE_EVENT_READ), Event::isset($one, SWOOLE_EVENT_WRITE), Event::isset($other));
var_dump(Event::write($other, 'hello swoole'));
Event::defer(function () { echo "after EventLoop\n"; });
echo "before wait\n";
Event::wait();
echo "done\n";
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(true)
before wait
string(12) "hello swoole"
after EventLoop
the end of a turn
writable
bool(true)
done
