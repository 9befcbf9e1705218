--TEST--
Event: the functions, outside of coroutines
--INI--
swoole.enable_coroutine=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
swoole_event_cycle(function () { echo "cycle\n"; swoole_event_cycle(null); });
swoole_event_defer(function () { echo "defer\n"; });
var_dump(swoole_event_dispatch());
swoole_event_add($a, function ($stream) {
    echo 'read ', fread($stream, 100), ' in coroutine ', Swoole\Coroutine::getCid(), "\n";
    var_dump(swoole_event_isset($stream), swoole_event_isset($stream, SWOOLE_EVENT_WRITE), swoole_event_set($stream, null, function ($stream) {
        echo "write\n";
        var_dump(swoole_event_del($stream));
    }, SWOOLE_EVENT_WRITE));
});
swoole_event_write($b, 'data');
swoole_event_wait();
var_dump((new ReflectionClass('swoole_event'))->getName());
?>
--EXPECT--
defer
cycle
bool(true)
read data in coroutine -1
bool(true)
bool(false)
bool(true)
write
bool(true)
string(12) "Swoole\Event"
