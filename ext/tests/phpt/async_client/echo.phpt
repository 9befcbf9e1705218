--TEST--
Async\Client: its callbacks are called, no method waits
--FILE--
<?php
require __DIR__ . '/../client/serve.inc';
use Swoole\Async\Client;

$port = serve(echo_back(...));
$client = new Client(SWOOLE_SOCK_TCP);
$got = '';
foreach ([fn() => $client->connect('127.0.0.1', $port), fn() => $client->enableSSL()] as $attempt) {
    try { $attempt(); } catch (Error | Swoole\Exception $error) { echo $error->getMessage(), "\n"; }
}
var_dump($client->on('connect', function (Client $client) {
    echo "connected\n";
    var_dump($client->isConnected(), $client->connect('127.0.0.1', 1), $client->errCode === 106);
    var_dump($client->send('hello'));
}));
$client->on('Receive', function (Client $client, string $data) {
    echo "received $data\n";
    if ($data === 'hello') {
        var_dump($client->pause(), $client->send('later'));
        Swoole\Timer::after(20, function () use ($client) {
            echo "goes on\n";
            var_dump($client->resume());
        });
        return;
    }
    var_dump($client->close(), $client->close());
});
$client->on('error', fn() => print("error\n"));
$client->on('close', fn(Client $client) => print('closed ' . json_encode($client->isConnected()) . "\n"));
var_dump(@$client->on('nothing', fn() => 0));
var_dump($client->isConnected(), $client->send('x'), $client->sleep(), $client->wakeup(), $client->close());
var_dump($client->connect('127.0.0.1', $port, 5), $client->connect('127.0.0.1', $port), $client->isConnected());
echo "main ends\n";
Swoole\Event::wait();

echo "again\n";
$client->on('connect', fn(Client $client) => $client->send('hi'));
$client->on('receive', function (Client $client, string $data) {
    echo "$data\n";
    $client->close();
});
var_dump($client->connect('127.0.0.1', $port, 5));
Swoole\Event::wait();
?>
--EXPECT--
Swoole\Async\Client::connect(): on('connect', ...) is missing
Swoole\Async\Client::enableSSL(): Argument #1 ($onSslReady) must be a callable, null given
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
main ends
connected
bool(true)
bool(false)
bool(true)
int(5)
received hello
bool(true)
int(5)
goes on
bool(true)
received later
closed false
bool(true)
bool(false)
again
bool(true)
hi
closed false
