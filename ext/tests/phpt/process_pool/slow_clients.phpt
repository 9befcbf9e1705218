--TEST--
Process\Pool: the time of a client is limited for its whole message and for the whole answer, not for each byte
--FILE--
<?php
use Swoole\Process\Pool;
$path = __DIR__ . '/slow.sock';

// Sends a byte whenever nothing has happened for a while, until the pool closes the connection.
function trickle($slow, int $most): bool
{
    for ($i = 0; $i < $most; ++$i) {
        [$read, $none] = [[$slow], null];
        if (@fwrite($slow, 'x') === false || stream_select($read, $none, $none, 0, 100_000) === 1) {
            return true;
        }
    }
    return false;
}

foreach ([false, true] as $in_coroutines) {
    $pool = new Pool(1, SWOOLE_IPC_SOCKET, 0, $in_coroutines);
    $pool->listen("unix:$path");
    $pool->on('workerStart', fn() => print("a worker\n"));
    $pool->on('message', function (Pool $pool, string $data) {
        $pool->write($data === 'large' ? str_repeat('x', 20_000_000) : "got $data");
        if ($data === 'end') $pool->shutdown();
    });
    $client = new Swoole\Process(function () use ($path) {
        $slow = stream_socket_client("unix://$path");
        fwrite($slow, pack('N', 1000));
        $deaf = stream_socket_client("unix://$path");
        fwrite($deaf, pack('N', 5) . 'large');
        $good = stream_socket_client("unix://$path");
        fwrite($good, pack('N', 3) . 'end');
        echo trickle($slow, 200) ? "the slow one is closed\n" : "the slow one holds the pool\n";
        stream_set_timeout($good, 20);
        var_dump(substr(stream_get_contents($good), 4));
    });
    $client->start();
    $pool->start();
    var_dump(Swoole\Process::wait()['code']);
}
?>
--EXPECT--
a worker
the slow one is closed
string(7) "got end"
int(0)
a worker
the slow one is closed
string(7) "got end"
int(0)
