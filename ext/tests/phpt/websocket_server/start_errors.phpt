--TEST--
WebSocket\Server: start() needs a callback for message or request; options are checked
--FILE--
<?php
function attempt(callable $call): void {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$server = new Swoole\WebSocket\Server('127.0.0.1', 0);
$server->on('open', function () {});
attempt(fn () => $server->start());
$plain = new Swoole\Http\Server('127.0.0.1', 0);
$plain->on('message', function () {});
attempt(fn () => $plain->start());
foreach ([
    ['websocket_subprotocol' => 'chat, super chat'], ['websocket_subprotocol' => ['chat']],
    ['websocket_allowed_origins' => ['example.com']], ['websocket_allowed_origins' => ['https://example.com/']],
    ['websocket_compression_level' => 0], ['websocket_compression_window_bits' => 8], ['websocket_max_handled' => 0],
    ['websocket_pong_timeout' => 0], ['open_websocket_protocol' => true, 'websocket_mask' => true, 'websocket_subprotocol' => 'a, b'],
] as $options) {
    attempt(fn () => $server->set($options));
}
$response = new Swoole\Http\Response;
set_error_handler(function ($code, $text) { echo "warning: $text\n"; return true; });
attempt(fn () => $response->upgrade());
attempt(fn () => $response->recv());
attempt(fn () => $response->push('x'));
attempt(fn () => $response->ping());
attempt(fn () => $response->disconnect());
?>
--EXPECT--
Swoole\Exception: port 0: there is no callback for the message event
Swoole\Exception: port 0: there is no callback for the request event
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_subprotocol" must be names of sub-protocols, separated by commas, "chat, super chat" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_subprotocol" must be string, array given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "websocket_allowed_origins" must be an origin as https://example.com, or "same-origin", "example.com" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "websocket_allowed_origins" must be an origin as https://example.com, or "same-origin", "https://example.com/" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_compression_level" must be between 1 and 9, 0 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_compression_window_bits" must be between 9 and 15, 8 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_max_handled" must be between 1 and 1048576, 0 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "websocket_pong_timeout" must be between 0.001 and 86400, 0 given
bool(true)
warning: Swoole\Http\Response::upgrade(): the response has ended or was given up by detach()
bool(false)
warning: Swoole\Http\Response::recv(): the request did not become a WebSocket: see upgrade()
bool(false)
warning: Swoole\Http\Response::push(): the request did not become a WebSocket: see upgrade()
bool(false)
warning: Swoole\Http\Response::ping(): the request did not become a WebSocket: see upgrade()
bool(false)
warning: Swoole\Http\Response::disconnect(): the request did not become a WebSocket: see upgrade()
bool(false)
