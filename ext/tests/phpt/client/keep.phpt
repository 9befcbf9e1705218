--TEST--
Client: connections of SWOOLE_KEEP go from client to client, when they are fit for it
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

const KEEP = SWOOLE_SOCK_TCP | SWOOLE_KEEP;

// Nobody accepts: connections stay as they are.
$listener = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN);
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);

function client(string $id = '', int $type = KEEP, array $settings = []): Client
{
    $client = new Client($type, SWOOLE_SOCK_SYNC, $id);
    $client->set($settings);
    $client->connect('127.0.0.1', $GLOBALS['port'], 0.01);
    return $client;
}

$first = client();
$sock = $first->sock;
var_dump($first->reuse, $first->reuseCount, $first->close(), $first->sock, $first->isConnected());
$second = client();
var_dump($second->reuse, $second->reuseCount, $second->sock === $sock);
$other = client();
var_dump($other->reuse);
unset($second, $other);
$third = client();
$fourth = client();
var_dump($third->reuse, $fourth->reuse, $third->reuseCount + $fourth->reuseCount);
$third->close(true);
$fourth->close(true);
var_dump(client('', SWOOLE_SOCK_TCP)->reuse);

echo "by id, by settings\n";
client('a')->close();
var_dump(client('b')->reuse, client('a')->reuse, client('a')->id);
client('s', KEEP, ['bind_address' => '127.0.0.1'])->close();
var_dump(client('s')->reuse, client('s', KEEP, ['bind_address' => '127.0.0.1'])->reuse);

echo "not fit\n";
$client = client('time');
var_dump($client->recv(), $client->close(), client('time')->reuse);
client('time')->close(true);
$client = client('shut');
var_dump($client->shutdown(Client::SHUT_WR), $client->close(), client('shut')->reuse);

echo "something has arrived, or the end\n";
$meet = function (string $id) use ($listener): array {
    $client = client($id);
    while (stream_socket_get_name($peer = stream_socket_accept($listener, 5), true) !== '127.0.0.1:' . $client->getsockname()['port']) {
    }
    return [$client, $peer];
};
foreach (['closes' => fclose(...), 'speaks' => fn($peer) => fwrite($peer, 'x')] as $id => $what) {
    [$client, $peer] = $meet("$id later");
    $client->close();
    $what($peer);
    var_dump(client("$id later")->reuse);
    [$client, $peers[]] = $meet("$id before");
    $what(end($peers));
    $client->close();
    var_dump(client("$id before")->reuse);
}

echo "not in a child\n";
client('fork')->close();
$child = new Swoole\Process(fn() => exit((int) client('fork')->reuse));
$child->start();
var_dump(Swoole\Process::wait()['code'], client('fork')->reuse);
?>
--EXPECT--
bool(false)
int(0)
bool(true)
int(-1)
bool(false)
bool(true)
int(1)
bool(true)
bool(false)
bool(true)
bool(true)
int(3)
bool(false)
by id, by settings
bool(false)
bool(true)
string(1) "a"
bool(false)
bool(true)
not fit
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
something has arrived, or the end
bool(false)
bool(false)
bool(false)
bool(false)
not in a child
int(0)
bool(true)
