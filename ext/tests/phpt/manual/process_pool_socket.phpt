--TEST--
Manual: Process\Pool: listens, and answers clients with write()
--FILE--
<?php
use Swoole\Process;
use Swoole\Process\Pool;

$path = __DIR__ . '/process_pool_socket.sock';
$client = new Process(function () use ($path) {
    $connection = stream_socket_client("unix://$path", $code, $text, 30) or die("error: $text\n");
    $message = json_encode(['data' => 'hello', 'uid' => 1991]);
    fwrite($connection, pack('N', strlen($message)) . $message);
    $data = stream_get_contents($connection);
    var_dump(substr($data, 4, unpack('N', substr($data, 0, 4))[1]));
});

$pool = new Pool(1, SWOOLE_IPC_SOCKET);
$pool->on('Message', function (Pool $pool, string $message) {
    echo "Message: $message\n";
    $pool->write('hello ');
    $pool->write('world ');
    $pool->write("\n");
    $pool->shutdown();
});
var_dump($pool->listen("unix:$path"));
$client->start();
$pool->start();
Process::wait();
?>
--EXPECT--
bool(true)
Message: {"data":"hello","uid":1991}
string(13) "hello world 
"
