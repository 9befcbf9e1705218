--TEST--
Event: reading and writing, each callback in a coroutine of its own
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Event;
[$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$read = function ($stream) use ($ours, $peer) {
    $data = fread($stream, 100);
    echo 'read ', json_encode($data), $stream === $ours ? '' : ' from another', Co::getCid() > 0 ? '' : ' outside', "\n";
    if ($data === 'one') return fwrite($peer, 'two');
    if ($data === 'two') {
        Co::sleep(0.001);
        echo "asks for writing\n";
        return Event::set($stream, null, function ($stream) {
            echo 'writes ', fwrite($stream, 'answer'), "\n";
            Event::set($stream, null, null, SWOOLE_EVENT_READ);
        }, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE);
    }
    Event::del($stream);
};
$fd = Event::add($ours, $read);
var_dump(is_int($fd), Event::isset($ours), Event::isset($fd), Event::isset($ours, SWOOLE_EVENT_WRITE));
Event::add($peer, function ($stream) {
    echo 'the peer reads ', fread($stream, 100), "\n";
    Event::del($stream);
    fclose($stream);
});
fwrite($peer, 'one');
echo "main ends\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
main ends
read "one"
read "two"
asks for writing
writes 6
the peer reads answer
read ""
