<?php
// Answers with what it was started with, so that a test sees which server it was. /srv/version has it.
declare(strict_types=1);

$server = new Swoole\Http\Server('127.0.0.1', 9501);
$server->set(['worker_num' => 2]);
$text = 'version ' . trim((string) file_get_contents('/srv/version'));
$server->on('request', static function (Swoole\Http\Request $request, Swoole\Http\Response $response) use ($text): void {
    Swoole\Coroutine::sleep(0.01);
    $response->end($text);
});
exit($server->start() ? 0 : 1);
