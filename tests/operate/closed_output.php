<?php
// The server of closed_output_test.py: each callback prints what it can.
require __DIR__ . '/../support/server.php';

function say(string $where): void
{
    echo "$where\n";
    flush();
}

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(given('options') + ['worker_num' => 1, 'task_worker_num' => 1, 'log_file' => '/dev/null']);
$server->on('start', function ($server) {
    say('start');
    file_put_contents('php://stderr', "LISTENING $server->port\n");
});
$server->on('managerStart', fn() => say('managerStart'));
$server->on('workerStart', fn() => say('workerStart'));
$server->on('task', function ($server, $task, $from, $data) {
    say('task');
    return "done $data";
});
$server->on('finish', fn() => say('finish'));
$gate = new Swoole\Coroutine\Channel(1);
$server->on('request', function ($request, $response) use ($server, $gate) {
    switch ($request->server['path_info']) {
        case '/wait':
            file_put_contents('php://stderr', "WAITS\n");
            $response->end($gate->pop());
            return;
        case '/go':
            say('go');
            $gate->push('waited');
            $response->end('ok');
            return;
        case '/task':
            $response->end($server->taskwait('it', 10));
            return;
    }
    say('request');
    ob_start();
    say('captured');
    $captured = ob_get_clean();
    say('request again');
    $response->end(json_encode([getmypid(), connection_status(), ignore_user_abort(), trim($captured)]));
});
run();
