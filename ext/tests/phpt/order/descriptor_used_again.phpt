--TEST--
Event::del() of a number that somebody else waits for by now
--FILE--
<?php
Co\run(function () {
    [$closed, $keep] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $number = Swoole\Event::add($closed, function () {});
    fclose($closed);
    [$next, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    go(function () use ($next) { echo 'ready: ', json_encode(Co\System::waitEvent($next, SWOOLE_EVENT_READ, 10)), "\n"; });
    Swoole\Event::del($number);
    fwrite($other, 'x');
});
?>
--EXPECT--
ready: 512
