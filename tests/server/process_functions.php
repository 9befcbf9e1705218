<?php
// What the servers of process_case.py answer, and the events that they note.

use Swoole\Coroutine;
use Swoole\Server;

function on_pid($request, $response, $server): void
{
    $response->end($server->worker_pid . ' ' . ($GLOBALS['words'] ?? ''));
}

function on_fd($request, $response, $server): void
{
    $response->end("$server->worker_pid $request->fd");
}

function on_body($request, $response, $server): void
{
    $response->end($server->worker_pid . ' ' . $request->rawContent());
}

// Goes on when the file GO of the server's folder is there.
function on_slow($request, $response, $server): void
{
    note('BEGUN', (string) $server->worker_pid);
    try {
        while (!file_exists('GO')) {
            Coroutine::sleep(0.005);
        }
    } finally {
        note('FINALLY');
    }
    $response->end("$server->worker_pid slow");
}

// What the server and a connection of it say of themselves.
function looks($request, $response, $server): void
{
    $fd = (int) ($request->get['fd'] ?? $request->fd);
    $answer = match ($request->server['path_info']) {
        '/stats' => $server->stats(),
        '/info' => $server->getClientInfo($fd),
        '/list' => $server->getClientList((int) ($request->get['start'] ?? 0), 2),
        '/exists' => [$server->exists($fd), $server->exist($fd)],
        '/close' => $server->close($fd, isset($request->get['reset'])),
        '/pids' => [
            $server->master_pid, $server->getMasterPid(), $server->manager_pid, $server->worker_pid, $server->getWorkerPid(),
            $server->worker_id, $server->getWorkerId(), $server->getWorkerPid(0), $server->getWorkerPid(99), getmypid(),
        ],
        default => $request->fd,
    };
    $response->end(json_encode($answer));
}

function notes_events(Server $server): void
{
    foreach (['managerStart', 'managerStop', 'beforeReload', 'afterReload', 'beforeShutdown', 'shutdown'] as $event) {
        $server->on($event, function ($server) use ($event) {
            note("<$event>");
        });
    }
    foreach (['workerStart', 'workerStop', 'workerExit'] as $event) {
        $server->on($event, function ($server, $id) use ($event) {
            note("<$event $id $server->worker_pid>");
            if ($event === 'workerStart') {
                Swoole\Timer::tick(60000, fn() => null);  // workerExit is called for what is left
            }
        });
    }
    $server->on('workerError', function ($server, $id, $pid, $code, $signal) {
        note("<workerError $id $pid $code $signal>");
    });
}
