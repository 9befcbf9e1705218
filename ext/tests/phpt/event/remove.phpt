--TEST--
Event: callbacks remove themselves, each other, and add again in the same turn
--FILE--
<?php
use Swoole\Event;
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($a, 'to b');
fwrite($b, 'to a');
$calls = 0;
$callback = function ($stream) use ($a, $b, &$calls) {
    $calls++;
    var_dump(Event::del($a), Event::del($b));
};
Event::add($a, $callback);
Event::add($b, $callback);
Event::wait();
echo "$calls call\n";
echo "-- the write callback of a descriptor whose read callback removed it\n";
Event::add($a, function ($stream) { Event::del($stream); echo "read\n"; }, function () { echo "never\n"; }, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE);
Event::wait();
echo "-- or replaced it\n";
Event::add($a, function ($stream) {
    Event::del($stream);
    fread($stream, 10);
    Event::add($stream, fn () => 0, function ($stream) { Event::del($stream); echo "written in a later turn\n"; }, SWOOLE_EVENT_WRITE);
    Event::defer(function () { echo "end of the turn\n"; });
}, function () { echo "never\n"; }, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE);
Event::wait();
echo "-- write only, until the peer is gone\n";
Event::add($a, null, function ($stream) use (&$b) {
    static $calls = 0;
    if (++$calls < 3) return print "writable\n";
    if ($b !== null) {
        fclose($b);
        $b = null;
        return;
    }
    var_dump(@fwrite($stream, 'x'));
    Event::del($stream);
}, SWOOLE_EVENT_WRITE);
?>
--EXPECT--
bool(true)
bool(true)
1 call
-- the write callback of a descriptor whose read callback removed it
read
-- or replaced it
end of the turn
written in a later turn
-- write only, until the peer is gone
writable
writable
bool(false)
