--TEST--
WebSocket\Server: a handshake callback that upgrades itself gets the extensions that were agreed on
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Coroutine\Http\Client;

$server = start_server('$server = new Swoole\WebSocket\Server("127.0.0.1", 0, SWOOLE_BASE);
    $server->set(["worker_num" => 1, "log_level" => 4, "websocket_compression" => true]);
    $server->on("start", "report_port");
    $server->on("handshake", function ($request, $response) {
        if ($request->server["request_uri"] === "/upgrade") return $response->upgrade() && $response->push($response->recv());
        $key = base64_encode(sha1($request->header["sec-websocket-key"] . "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", true));
        foreach (["Upgrade" => "websocket", "Connection" => "Upgrade", "Sec-WebSocket-Accept" => $key, "Sec-WebSocket-Version" => "13"] as $name => $value) {
            $response->header($name, $value);
        }
        $response->status(101);
        $response->end();
    });
    $server->on("message", fn($server, $frame) => $server->push($frame->fd, $frame));');
Co\run(function () use ($server) {
    foreach ([true, false] as $compresses) {
        foreach (['/', '/upgrade'] as $path) {
            $client = new Client('127.0.0.1', $server->port);
            $client->set(['timeout' => 10, 'websocket_compression' => $compresses]);
            $client->upgrade($path);
            $client->push('hello', WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
            $frame = $client->recv();
            echo "$path ", explode(';', $client->headers['sec-websocket-extensions'] ?? 'none')[0], " $frame->data $frame->flags\n";
            $client->close();
        }
    }
});
echo $server->stop();
?>
--EXPECT--
/ permessage-deflate hello 3
/upgrade permessage-deflate hello 3
/ none hello 1
/upgrade none hello 1
