--TEST--
Client: calls without a connection, sendto() of a stream client, swoole_last_error()
--FILE--
<?php
use Swoole\Client;

$client = new Client(SWOOLE_SOCK_TCP);
$calls = ['send' => ['x'], 'recv' => [], 'sendfile' => [__FILE__], 'shutdown' => [Client::SHUT_RDWR], 'close' => [], 'getsockname' => [],
    'getpeername' => [], 'enableSSL' => [], 'getPeerCert' => [], 'verifyPeerCert' => []];
foreach ($calls as $name => $arguments) {
    swoole_clear_error();
    $result = $client->$name(...$arguments);
    if ($result !== false || $client->errCode !== SWOOLE_ERROR_CLIENT_NO_CONNECTION || swoole_last_error() !== $client->errCode) {
        echo "$name: ", json_encode($result), " $client->errCode ", swoole_last_error(), "\n";
    }
}
var_dump($client->sendto('127.0.0.1', 9, 'x'), $client->errCode === SWOOLE_ERROR_OPERATION_NOT_SUPPORT, $client->isConnected());

// sendto() has left nothing behind.
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
var_dump($client->connect('127.0.0.1', $port, 5), $client->connect('127.0.0.1', $port, 5), $client->errCode, swoole_last_error());
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
int(106)
int(106)
