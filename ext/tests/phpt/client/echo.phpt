--TEST--
Client: outside of coroutines it blocks; properties, flags, the end
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$port = serve(echo_back(...));
$client = new Client(SWOOLE_SOCK_TCP);
var_dump([$client->sock, $client->type, $client->id, $client->setting, $client->reuse, $client->reuseCount, $client->errCode] === [-1, 1, null, null, false, 0, 0]);
var_dump($client->recv(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION, $client->isConnected());
var_dump($client->connect('localhost', $port, 5), $client->sock > 0, $client->isConnected());
var_dump($client->connect('127.0.0.1', $port), $client->errCode);
var_dump($client->send('hello'), $client->recv());
echo "flags\n";
var_dump($client->recv(10, Client::MSG_DONTWAIT), $client->errCode);
var_dump($client->send('abcdef', Client::MSG_DONTWAIT), $client->recv(2, Client::MSG_PEEK));
var_dump($client->recv(4, Client::MSG_WAITALL), $client->recv(2, Client::MSG_WAITALL));
echo "names\n";
var_dump($client->getpeername() === ['host' => '127.0.0.1', 'address' => '127.0.0.1', 'port' => $port], $client->getsockname()['port'] > 0);
echo "the end\n";
var_dump($client->shutdown(Client::SHUT_WR), $client->recv(), $client->close(), $client->close(), $client->errCode, $client->sock);
var_dump($client->connect('127.0.0.1', $port), $client->send('again'), $client->recv(), $client->close(true));
var_dump(get_class(new swoole_client(SWOOLE_TCP | SWOOLE_SYNC)));
var_dump([Client::MSG_OOB, Client::MSG_PEEK, Client::MSG_DONTWAIT, Client::MSG_WAITALL, Client::SHUT_RD, Client::SHUT_WR, Client::SHUT_RDWR] === [1, 2, 64, 256, 0, 1, 2]);
foreach ([
    fn() => new Client(SWOOLE_SOCK_TCP, SWOOLE_SOCK_ASYNC),
    fn() => new Client(0),
    fn() => $client->shutdown(3),
    fn() => $client->connect('127.0.0.1', 0),
    fn() => $client->enableSSL(fn() => null),
] as $attempt) {
    try {
        $attempt();
    } catch (Throwable $error) {
        report($error);
    }
}
?>
--EXPECTF--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
int(106)
int(5)
string(5) "hello"
flags
bool(false)
int(11)
int(6)
string(2) "ab"
string(4) "abcd"
string(2) "ef"
names
bool(true)
bool(true)
the end
bool(true)
string(0) ""
bool(true)
bool(false)
int(5001)
int(-1)
bool(true)
int(5)
string(5) "again"
bool(true)
string(13) "Swoole\Client"
bool(true)
Error: Swoole\Client has no asynchronous mode: use Swoole\Coroutine\Client or Swoole\Async\Client
ValueError: Swoole\Client::__construct(): Argument #1 ($type) must be one of SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM, _UNIX_DGRAM, _RAW and _RAW6, 0 given

Warning: Swoole\Client::shutdown(): Argument #1 ($how) must be SHUT_RD, SHUT_WR or SHUT_RDWR, 3 given in %s on line %d

Warning: Swoole\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 0 given in %s on line %d
Error: Swoole\Client has no asynchronous mode: enableSSL() takes no callback
