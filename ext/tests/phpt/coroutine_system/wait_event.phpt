--TEST--
System::waitEvent: streams, descriptors, sockets; ready at once and later; two who wait on one
--EXTENSIONS--
sockets
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    echo why(System::waitEvent($one, SWOOLE_EVENT_READ, 0.001)), "\n";
    var_dump(System::waitEvent($one, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE) === SWOOLE_EVENT_WRITE);
    Co::create(function () use ($one) { var_dump(System::waitEvent($one) === SWOOLE_EVENT_READ, fgets($one)); });
    Co::create(function () use ($one) { var_dump(System::waitEvent($one) === SWOOLE_EVENT_READ); });
    fwrite($other, "text\n");
    Co::sleep(0.002);
    fclose($other);
    var_dump(System::waitEvent($one) === SWOOLE_EVENT_READ);

    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    echo why(System::waitEvent($pair[0], SWOOLE_EVENT_READ, 0.001)), "\n";
    socket_write($pair[1], 'x');
    var_dump(System::waitEvent($pair[0]) === SWOOLE_EVENT_READ);

    var_dump(System::waitEvent(fopen(__FILE__, 'r')) === SWOOLE_EVENT_READ);
    echo why(System::waitEvent(999)), "\n";
    socket_close($pair[0]);
    $closed = fopen(__FILE__, 'r');
    fclose($closed);
    foreach ([-1, 'text', null, $closed, fopen('php://memory', 'r'), new stdClass, $pair[0]] as $bad) {
        if (!@System::waitEvent($bad)) echo error_get_last()['message'], "\n";
    }
    if (!@System::waitEvent($one, 1)) echo error_get_last()['message'], "\n";
});
?>
--EXPECT--
false: Connection timed out
bool(true)
bool(true)
bool(true)
string(5) "text
"
bool(true)
false: Connection timed out
bool(true)
bool(true)
false: Bad file descriptor
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #1 ($socket) must be an open descriptor, a stream or a socket
Swoole\Coroutine\System::waitEvent(): Argument #2 ($events) must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both
