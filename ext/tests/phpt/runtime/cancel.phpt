--TEST--
Runtime: a coroutine that is cancelled within a call: the call fails, or an exception comes out of it
--FILE--
<?php
[$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$listener = stream_socket_server('tcp://127.0.0.1:0');
$calls = [
    'sleep' => fn() => sleep(60),
    'usleep' => fn() => usleep(60_000_000),
    'time_nanosleep' => fn() => time_nanosleep(60, 0)['seconds'],
    'fgets' => fn() => fgets($stream),
    'fgets without a limit' => function () {
        [$stream, $keep] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($stream, -1);
        return fgets($stream);
    },
    'stream_select' => function () use ($stream) { $r = [$stream]; $n = null; return @stream_select($r, $n, $n, 60); },
    'stream_socket_accept' => fn() => @stream_socket_accept($listener, 60),
    'shell_exec' => fn() => @shell_exec('exec sleep 0.2'),
    'proc_close' => fn() => proc_close(proc_open('exec sleep 0.2', [], $pipes)),
];
Co\run(function () use ($calls, $stream, $peer) {
    foreach ($calls as $name => $call) {
        $id = go(function () use ($name, $call) { echo $name, ': ', json_encode($call()); usleep(100); echo ", goes on\n"; });
        Co::cancel($id);
        Co::join([$id]);
        $id = go(function () use ($name, $call) {
            try { $call(); echo "not thrown\n"; } catch (Swoole\Coroutine\CanceledException $e) { echo $name, ': ', $e->getMessage(), "\n"; }
        });
        Co::cancel($id, true);
    }
    fwrite($peer, "the stream is open\n");
    echo fgets($stream);
});
?>
--EXPECT--
sleep: 60, goes on
sleep: Coroutine was canceled
usleep: null, goes on
usleep: Coroutine was canceled
time_nanosleep: 59, goes on
time_nanosleep: Coroutine was canceled
fgets: false, goes on
fgets: Coroutine was canceled
fgets without a limit: false, goes on
fgets without a limit: Coroutine was canceled
stream_select: false, goes on
stream_select: Coroutine was canceled
stream_socket_accept: false, goes on
stream_socket_accept: Coroutine was canceled
shell_exec: null, goes on
shell_exec: Coroutine was canceled
proc_close: -1, goes on
proc_close: Coroutine was canceled
the stream is open
