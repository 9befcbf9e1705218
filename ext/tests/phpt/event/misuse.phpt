--TEST--
Event: what is refused
--FILE--
<?php
use Swoole\Event;
set_error_handler(fn ($code, $text) => print "Warning: $text\n");
[$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$callback = fn () => 0;
$show = function (callable $try) {
    try {
        $result = $try();
        echo json_encode($result), $result === false ? ' ' . swoole_strerror(swoole_last_error()) : '', "\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
};
$show(fn () => Event::del($ours));
$show(fn () => is_int(Event::add($ours, $callback)));
$show(fn () => preg_replace('/\d+/', 'N', json_encode(Event::add($ours, $callback))));
$show(fn () => Event::set($peer, $callback));
$show(fn () => Event::isset($peer));
$show(fn () => Event::del($peer));
$file = tmpfile();
$show(fn () => Event::add($file, $callback));
$show(fn () => Event::add(fopen('php://memory', 'r'), $callback));
$show(fn () => Event::add(100000, $callback));
$show(fn () => Event::add(-1, $callback));
$show(fn () => Event::add(new stdClass, $callback));
$show(fn () => Event::add('1', $callback));
$show(fn () => Event::add([], $callback));
$show(fn () => Event::add($peer));
$show(fn () => Event::add($peer, $callback, null, SWOOLE_EVENT_WRITE));
$show(fn () => Event::add($peer, $callback, $callback, 0));
$show(fn () => Event::add($peer, $callback, $callback, 1));
$show(fn () => Event::set($ours, null, null, 3));
$show(fn () => Event::add($peer, 'no_such_function'));
$show(fn () => Event::defer('no_such_function'));
$show(fn () => Event::cycle(null));
$show(fn () => Event::isset($ours));
$show(fn () => Event::del($ours));
?>
--EXPECTF--
Warning: Swoole\Event::del(): the descriptor is not watched
false No such file or directory
true
Warning: Swoole\Event::add(): descriptor %d is watched already
"false"
Warning: Swoole\Event::set(): the descriptor is not watched
false No such file or directory
false No such file or directory
Warning: Swoole\Event::del(): the descriptor is not watched
false No such file or directory
Warning: Swoole\Event::add(): descriptor %d cannot be watched: Operation not permitted
false Operation not permitted
Warning: Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
false Invalid argument
Warning: Swoole\Event::add(): descriptor 100000 cannot be watched: Bad file descriptor
false Bad file descriptor
Warning: Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
false Invalid argument
Warning: Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
false Invalid argument
Warning: Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
false Invalid argument
Warning: Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
false Invalid argument
Warning: Swoole\Event::add(): Argument #2 ($read_callback) must be a callback for SWOOLE_EVENT_READ
false Invalid argument
Warning: Swoole\Event::add(): Argument #3 ($write_callback) must be a callback for SWOOLE_EVENT_WRITE
false Invalid argument
Warning: Swoole\Event::add(): Argument #4 ($events) must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both
false Invalid argument
Warning: Swoole\Event::add(): Argument #4 ($events) must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both
false Invalid argument
Warning: Swoole\Event::set(): Argument #4 ($events) must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both
false Invalid argument
TypeError: Swoole\Event::add(): Argument #2 ($read_callback) must be a valid callback or null, function "no_such_function" not found or invalid function name
TypeError: Swoole\Event::defer(): Argument #1 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
false %s
true
true
