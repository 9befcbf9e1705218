<?php
// Answers with what it was started with, so that a test sees which server it was: /srv/version has it. An upload is
// answered with its hash, a message of a WebSocket with the version and the message.
declare(strict_types=1);

use Swoole\Http\{Request, Response};
use Swoole\WebSocket\{Frame, Server};

$server = new Server('127.0.0.1', 9501);
$server->set(['worker_num' => 2, 'max_wait_time' => 10]);
$text = 'version ' . trim((string) file_get_contents('/srv/version'));
$server->on('request', static function (Request $request, Response $response) use ($text): void {
    Swoole\Coroutine::sleep(0.01);
    $body = (string) $request->getContent();
    $response->end($body === '' ? $text : md5($body));
});
$server->on('message', static function (Server $server, Frame $frame) use ($text): void {
    Swoole\Coroutine::sleep(0.01);
    $server->push($frame->fd, "$text: $frame->data");
});
exit($server->start() ? 0 : 1);
