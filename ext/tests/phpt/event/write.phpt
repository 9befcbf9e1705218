--TEST--
Event: write() sends what the kernel does not take later; its limit; a peer that is gone
--FILE--
<?php
use Swoole\Event;
[$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pieces = array_map(fn ($i) => str_repeat(chr(ord('a') + $i), 2000000), range(0, 3));
foreach ($pieces as $piece) var_dump(Event::write($ours, $piece));
var_dump(Event::isset($ours), Event::write($ours, str_repeat('z', 8000000)), swoole_last_error() === SWOOLE_ERROR_OUTPUT_BUFFER_OVERFLOW);
$got = '';
Event::add($peer, function ($stream) use (&$got, $pieces) {
    $got .= fread($stream, 1000000);
    if (strlen($got) < 8000000) return;
    Event::del($stream);
    var_dump($got === implode($pieces));
});
Event::wait();
echo "-- the rest is behind what waits, and both callbacks go on\n";
$got = '';
Event::add($ours, fn ($stream) => print 'ours reads ' . fread($stream, 100) . "\n");
Event::write($ours, $pieces[0]);
Event::write($ours, 'end');
Event::add($peer, function ($stream) use (&$got, $ours, $pieces) {
    $got .= fread($stream, 1000000);
    if (!str_ends_with($got, 'end')) return;
    var_dump($got === $pieces[0] . 'end');
    Event::write($stream, 'thanks');
    Event::del($stream);
    Swoole\Timer::after(1, fn () => Event::del($ours));
});
Event::wait();
echo "-- nobody reads any more\n";
fclose($peer);
var_dump(Event::write($ours, 'x'), swoole_strerror(swoole_last_error()), Event::write($ours, ''));
fclose($ours);
var_dump(@Event::write($ours, 'x'));
echo error_get_last()['message'], "\n";
var_dump(Event::write(100000, 'x'), swoole_strerror(swoole_last_error()));
[$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
Event::write($ours, $pieces[0]);
fclose($peer);
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
-- the rest is behind what waits, and both callbacks go on
bool(true)
ours reads thanks
-- nobody reads any more
bool(false)
string(11) "Broken pipe"
bool(false)
bool(false)
Swoole\Event::write(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
bool(false)
string(19) "Bad file descriptor"
%AEvent::write() to descriptor %d: Broken pipe
