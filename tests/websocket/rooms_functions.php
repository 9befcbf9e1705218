<?php
// The server of rooms_test.py: every message is PHP code, and its result comes back as {"answer": ...}.

use Swoole\WebSocket\Server;
use Tern\WebSocket\Rooms;

function answers_code(Server $server, Rooms $rooms): void
{
    $server->on('open', function ($server, $request) {
    });
    $server->on('close', function ($server, $fd) {
        note('CLOSE', (string) $fd);
    });
    $server->on('message', function ($server, $frame) use ($rooms) {
        $fd = $frame->fd;
        try {
            $result = eval("return $frame->data;");
        } catch (Throwable $thrown) {
            $result = get_class($thrown) . ': ' . $thrown->getMessage();
        }
        $server->push($fd, json_encode(['answer' => $result]));
    });
}
