--TEST--
Coroutine\Client: streams over unix sockets
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;

Co\run(function () {
    $path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
    $server = serve(echo_back(...), "unix:$path");
    $client = new Client(SWOOLE_SOCK_UNIX_STREAM);
    var_dump($client->connect($path), $client->send('hello'), $client->recv());
    var_dump($client->getpeername() === ['host' => $path, 'address' => $path, 'port' => 0], $client->close());
    $server->shutdown();
    unlink($path);
    var_dump($client->connect($path), $client->errCode);
    var_dump($client->connect(str_repeat('x', 200)), $client->errCode);
});
?>
--EXPECT--
bool(true)
int(5)
string(5) "hello"
bool(true)
bool(true)
bool(false)
int(2)
bool(false)
int(22)
