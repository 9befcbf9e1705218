--TEST--
The manual's handshake callback, and beforeHandshakeResponse; disconnect for requests without an upgrade
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $ws = new Swoole\WebSocket\Server('127.0.0.1', 0);
    $ws->set(['worker_num' => 1]);
    $ws->on('handshake', function (Swoole\Http\Request $request, Swoole\Http\Response $response) use ($ws) {
        $key = $request->header['sec-websocket-key'] ?? '';
        if (strlen(base64_decode($key)) !== 16 || ($request->get['token'] ?? '') !== 'secret') {
            $response->status(401);
            $response->end();
            return false;
        }
        $headers = [
            'Upgrade' => 'websocket',
            'Connection' => 'Upgrade',
            'Sec-WebSocket-Accept' => base64_encode(sha1($key . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', true)),
            'Sec-WebSocket-Version' => '13',
            'X-Mine' => 'yes',
        ];
        foreach ($headers as $name => $value) $response->header($name, $value);
        $response->status(101);
        $response->end();
        $ws->defer(fn () => $ws->push($request->fd, 'opened'));
        return true;
    });
    $ws->on('message', fn ($ws, $frame) => $ws->push($frame->fd, strtoupper($frame->data)));
    return $ws;
});
$refused = new WebSocketClient($program);
$client = new WebSocketClient($program, '/?token=secret');
echo $refused->status(), ' ', $client->status(), "\n";
echo preg_match('/^X-Mine: yes\r$/mi', $client->head), preg_match('/^Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r$/mi', $client->head), "\n";
echo $client->receive()->data, "\n";
$client->push('hello');
echo $client->receive()->data, "\n";
$program->stop();
?>
--EXPECT--
401 101
11
opened
HELLO
