<?php
// Tells how much of a body or message has arrived, and whether it is all the same letter. The second port has packets with a length.

require __DIR__ . '/../support/server.php';

function told(string $data): string
{
    return strlen($data) . ' ' . count_chars($data, 3);
}

$server = websocket_server();
$server->on('message', fn($server, $frame) => $server->push($frame->fd, told($frame->data)));
$server->on('request', fn($request, $response) => $response->end(told($request->post['field'] ?? $request->getContent())));
$packets = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$packets->set(['open_length_check' => true, 'package_body_offset' => 4]);
$packets->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, told(substr($data, 4))));
run();
