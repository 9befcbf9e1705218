--TEST--
Thread: streams, sockets of coroutines and of ext/sockets are passed on, alone and in arrays
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Thread;
use function Swoole\Coroutine\run;

file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    [[$listener], $socket, $pair] = Swoole\Thread::getArguments();
    $connection = stream_socket_accept($listener);
    fwrite($connection, "from the thread\n");
    socket_write($pair["socket"], get_class($pair["socket"]) . "\n");
    Swoole\Coroutine\run(fn () => $socket->send(get_class($socket) . "\n"));');
run(function () use ($script) {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    [$ours, $theirs] = swoole_coroutine_socketpair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    $thread = new Thread($script, [$listener], $theirs, ['socket' => $pair[1]]);
    $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    echo fgets($client), $ours->recv(), socket_read($pair[0], 100);
    $thread->join();
    // They are still the caller's.
    var_dump($theirs->send('x'), is_resource($listener));
});
unlink($script);
?>
--EXPECT--
from the thread
Swoole\Coroutine\Socket
Socket
int(1)
bool(true)
