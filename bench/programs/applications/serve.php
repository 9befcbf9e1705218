<?php
// What the applications have in common: a server as the published ones are set up, on the port that is given.
/** @param callable(): string $answer */
function serve(callable $answer): void
{
    global $argv;
    $server = new Swoole\Http\Server('127.0.0.1', (int) $argv[1], SWOOLE_PROCESS);
    $server->set(['worker_num' => swoole_cpu_num() * 2, 'log_level' => SWOOLE_LOG_ERROR]);
    $server->on('request', function ($request, $response) use ($answer) {
        $response->end($answer());
    });
    $server->start();
}
