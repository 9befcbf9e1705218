<?php
// Messages of clients that belong to different workers.

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$list = new Swoole\Table(64);
$list->column('worker', Swoole\Table::TYPE_INT);
$list->create();
$server->on('open', function ($server, $request) use ($list) {
    $list->set((string) $request->fd, ['worker' => $server->worker_id]);
    $server->push($request->fd, json_encode([$server->worker_id, $request->fd]));
});
$server->on('message', function ($server, $frame) {
    [$verb, $fd, $rest] = explode(' ', $frame->data, 3) + [1 => '', 2 => ''];
    $fd = (int) $fd;
    $result = match ($verb) {
        'push' => $server->push($fd, $rest),
        'parts' => $server->push($fd, 'a', WEBSOCKET_OPCODE_TEXT, 0) && $server->push($fd, 'b', WEBSOCKET_OPCODE_CONTINUATION),
        'ping' => $server->ping($fd, $rest),
        'is' => $server->isEstablished($fd),
        'bye' => $server->disconnect($fd, 4002, $rest),
        'close' => $server->close($fd),
        'large' => $server->push($fd, str_repeat('x', 1 << 20)) || swoole_last_error(),
    };
    $server->push($frame->fd, json_encode($result));
});
$server->on('close', function ($server, $fd) use ($list) {
    if ($list->del((string) $fd)) {
        note('CLOSED', "$fd");
    }
});

$server->on('request', function ($request, $response) use ($server) {
    $response->end();
});
run();
