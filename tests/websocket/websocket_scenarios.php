<?php
// Servers of websocket_test.py: each function adds the callbacks of one.

use Swoole\Server;

require __DIR__ . '/../support/server.php';

// There is no callback of requests.
function echoes(Server $server): void
{
    $server->on('message', function ($server, $frame) {
        $server->push($frame->fd, $frame->data);
    });
}

function notes_ends(Server $server): void
{
    $server->on('request', fn($request, $response) => $response->end((string) $request->fd));
    $server->on('message', function () {
    });
    $server->on('close', function ($server, $fd) {
        note('CLOSE', "$fd");
    });
    $server->on('disconnect', function ($server, $fd) {
        note('DISCONNECT', "$fd");
    });
}

function has_another_port(Server $server): void
{
    $server->on('request', fn($request, $response) => $response->end('plain'));
    $other = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $other->set(['open_websocket_protocol' => true]);
    $other->on('message', fn($server, $frame) => note('GOT', $frame->data));
}

function compresses(Server $server): void
{
    $server->on('request', fn($request, $response) => $response->end());
    $server->on('message', function ($server, $frame) {
        $flags = SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS;
        $server->push($frame->fd, $frame->data . $frame->flags, $frame->opcode, $flags);
    });
}

$server = given('scenario') === 'has_another_port' ? http_server() : websocket_server();
given('scenario')($server);
run();
