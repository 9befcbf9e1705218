--TEST--
WebSocket\Server: its class, its events, and its methods before start()
--FILE--
<?php
$server = new Swoole\WebSocket\Server('127.0.0.1', 0);
var_dump($server instanceof Swoole\Http\Server, $server instanceof swoole_websocket_server);
foreach (['open', 'message', 'close', 'handshake', 'beforeHandshakeResponse', 'disconnect', 'request'] as $event) {
    var_dump($server->on($event, 'strlen') && $server->getCallback($event) === 'strlen');
}
set_error_handler(function ($code, $text) { echo "warning: $text\n"; return true; });
var_dump($server->push(1, 'x'), swoole_last_error() === SWOOLE_ERROR_WRONG_OPERATION);
var_dump($server->ping(1), $server->disconnect(1), $server->isEstablished(1));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
warning: Swoole\WebSocket\Server::push(): the server is not running
bool(false)
bool(true)
warning: Swoole\WebSocket\Server::ping(): the server is not running
warning: Swoole\WebSocket\Server::disconnect(): the server is not running
bool(false)
bool(false)
bool(false)
