--TEST--
Async\Client: calls that its state does not allow say why
--FILE--
<?php
use Swoole\Async\Client;
use Swoole\Event;

$client = new Client(SWOOLE_SOCK_TCP);
foreach (['pause', 'resume', 'sleep', 'wakeup', 'close'] as $name) {
    swoole_clear_error();
    var_dump($client->$name(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION && swoole_last_error() === $client->errCode);
}
try {
    $client->enableSSL();
} catch (Swoole\Exception $exception) {
    var_dump($exception->getCode() === SWOOLE_ERROR_INVALID_PARAMS);
}
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$client->on('connect', function (Client $client) use ($port) {
    var_dump($client->connect('127.0.0.1', $port), $client->errCode, swoole_last_error(), $client->errMsg);
    var_dump($client->sleep(), $client->wakeup(), $client->close());
});
foreach (['receive', 'error', 'close'] as $event) $client->on($event, function () use ($event) { echo "$event\n"; });
var_dump($client->connect('127.0.0.1', $port, 5), $client->connect('127.0.0.1', $port), swoole_last_error());
Event::wait();

set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });
foreach ([['127.0.0.1'], ['127.0.0.1', 65536], ['', 80]] as $target) {
    var_dump($client->connect(...$target), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
}
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
int(106)
bool(false)
int(106)
int(106)
string(39) "Transport endpoint is already connected"
close
bool(true)
bool(true)
bool(true)
warning: Swoole\Async\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 0 given
bool(false)
bool(true)
warning: Swoole\Async\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 65536 given
bool(false)
bool(true)
warning: Swoole\Async\Client::connect(): Argument #1 ($host) cannot be empty
bool(false)
bool(true)
