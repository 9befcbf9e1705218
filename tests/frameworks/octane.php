<?php
// What Laravel Octane asks of a Swoole server, in the way that it does: one request at a time in a worker, without coroutines.

require __DIR__ . '/../support/server.php';

use Swoole\Atomic;
use Swoole\Http\Response;
use Swoole\Http\Server;
use Swoole\Process;
use Swoole\Table;

$server = new Server('127.0.0.1', '0', SWOOLE_PROCESS, SWOOLE_SOCK_TCP);
$server->set([
    'enable_coroutine' => false,
    'daemonize' => false,
    'log_level' => SWOOLE_LOG_INFO,
    'max_request' => '500',
    'package_max_length' => 10 << 20,
    'reactor_num' => 2,
    'send_yield' => true,
    'socket_buffer_size' => 10 << 20,
    'task_max_request' => '500',
    'task_worker_num' => 2,
    'worker_num' => 2,
]);

$timers = new Table(1000);
foreach (['worker_pid', 'time', 'fd'] as $column) {
    $timers->column($column, Table::TYPE_INT);
}
$timers->create();
$ticks = new Atomic(0);
$state = new stdClass();

/** As its master does every second: a worker whose request takes too long is killed, and its client gets an answer. */
$watch = function (Server $server) use ($timers): void {
    foreach ($timers as $id => $row) {
        if (time() - $row['time'] > 0) {
            $timers->del((string) $id);
            if (!$server->exists($row['fd'])) {
                continue;
            }
            Process::kill($row['worker_pid'], 0) && Process::kill($row['worker_pid'], SIGKILL);
            $response = Response::create($server, $row['fd']);
            if ($response) {
                $response->status(408);
                $response->end();
            }
        }
    }
};
$server->on('start', function (Server $server) use ($watch): void {
    cli_set_process_title('swoole_http_server: master process for Octane');
    $server->tick(10, fn() => $server->task('octane-tick'));
    $server->tick(10, fn() => $watch($server));
    announce($server);
});
$server->on('managerstart', fn() => cli_set_process_title('swoole_http_server: manager process for Octane'));
$server->on('workerstart', function (Server $server, int $id) use ($state): void {
    $state->id = $id;
    $state->pid = getmypid();
});
$server->on('request', function ($request, $response) use ($server, $timers, $ticks, $state): void {
    $path = $request->server['request_uri'];
    if ($path === '/slow') {
        $timers->set((string) $state->id, ['worker_pid' => $state->pid, 'time' => time(), 'fd' => $request->fd]);
        for (;;);
    }
    $response->header('Content-Type', 'application/json');
    if ($path === '/tasks') {
        $response->end(json_encode($server->taskWaitMulti(['a' => serialize(1), 'b' => serialize(2)], 3.0)));
    } elseif ($path === '/cookies') {
        $response->cookie('a', 'b c', 0, '/', null, false, true);
        $response->rawcookie('d', 'e', 0, '/', '', true, false);
        $response->end('{}');
    } elseif ($path === '/long') {
        foreach (str_split(str_repeat('x', 100_000), 8192) as $piece) {
            $response->write($piece);
        }
        $response->end();
    } elseif ($path === '/none') {
        $response->status(502);
    } else {
        $response->end(json_encode(['pid' => $state->pid, 'ticks' => $ticks->get(), 'master' => $server->master_pid,
            'manager' => $server->manager_pid, 'swoole' => extension_loaded('swoole'), 'processors' => swoole_cpu_num()]));
    }
});
$server->on('task', function (Server $server, int $id, int $from, $data) use ($ticks): mixed {
    return $data === 'octane-tick' ? $ticks->add() : ['result' => unserialize($data) * 10];
});
$server->on('finish', fn(Server $server, int $id, $result) => $result);
$server->on('workerstop', fn() => null);
$server->start();
