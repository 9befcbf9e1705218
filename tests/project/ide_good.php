<?php
// What the stubs must know: no complaint of PHPStan at its highest level.
declare(strict_types=1);

use Swoole\Coroutine\Channel;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;

$cache = new Tern\Cache(1 << 20);
$server = new Server('127.0.0.1', 9501, SWOOLE_BASE);
$server->set(['worker_num' => 2, 'hook_flags' => SWOOLE_HOOK_ALL]);
$server->on('request', function (Request $request, Response $response) use ($cache): void {
    $number = $cache->increment('requests');
    $channel = new Channel(1);
    Swoole\Coroutine::create(static fn() => $channel->push(strlen($request->server['query_string'] ?? '')));
    $length = $channel->pop();
    $response->header('Content-Type', 'text/plain');
    $response->end(sprintf('%d %s', $number, is_int($length) ? $length : '-'));
});
$server->start();
