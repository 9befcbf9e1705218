<?php
// Servers of callbacks_test.py: each function adds the callbacks of one.

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Process;
use Swoole\Server;
use Swoole\Timer;

require __DIR__ . '/../support/server.php';

// The test creates a file to let something go on.
function has_gone(string $file = 'GO'): bool
{
    clearstatcache();
    return is_file($file);
}

function until_go(): void
{
    while (!has_gone()) {
        Coroutine::sleep(0.002);
    }
}

// Everything that the program may begin in a callback, and a line for each that ends: <event use pid>.
function uses(Server $server, string $event, int $to): void
{
    $done = fn(string $use) => note("<$event $use " . getmypid() . '>');
    $ticks = 0;
    Timer::tick(1, function ($id) use ($done, &$ticks) {
        if (++$ticks < 3) {
            return;
        }
        Timer::clear($id);
        $done('tick');
    });
    $server->after(1, fn() => $done('after'));
    $channel = new Channel(1);
    go(fn() => $done($channel->pop() === 'x' ? 'channel' : 'nothing'));
    go(function () use ($channel, $done) {
        Coroutine::sleep(0.001);
        $done('go');
        $channel->push('x');
    });
    go(function () use ($done) {
        usleep(1000);
        $done('hooked');
    });
    $done('task=' . json_encode(@$server->task($event) !== false));
    $done('message=' . json_encode(@$server->sendMessage($event, $to)));
}

function every_callback(Server $server): void
{
    $server->on('task', fn($server, ...$data) => note('<task', is_object($data[0]) ? $data[0]->data : $data[2], '>'));
    $server->on('pipeMessage', fn($server, $from, $data) => note('<message', $data, (string) $from, '>'));
    $server->on('start', function ($server) {
        announce($server);
        uses($server, 'start', 0);
    });
    foreach (array_slice(given('master_events'), 1) as $event) {
        // Another worker than the one that has just ended.
        $server->on($event, fn($server, $id = 0) => uses($server, $event, $event === 'workerError' ? 1 - $id : 0));
    }
    foreach (given('worker_events') as $event) {
        $server->on($event, fn($server, $id) => $id < 2 && uses($server, $event, 1 - $id));
    }
    $server->on('workerStart', fn() => Timer::tick(60000, fn() => null));  // workerExit is called for what is left
}

// Laravel Octane: the numbers of the processes into a file, a task every second, and a look at requests that take too long.
function does_what_octane_does(Server $server): void
{
    $server->on('task', fn($server, $id, $from, $data) => note("<$data", (string) $from, '>'));
    $server->on('finish', fn() => note('<finished>'));
    $server->on('pipeMessage', fn($server, $from, $data) => note('<told', $data, '>'));
    $server->on('start', function ($server) {
        file_put_contents('state', json_encode([$server->master_pid, $server->manager_pid]));
        Timer::tick(5, fn() => $server->task('tick'));
        $server->tick(5, fn() => $server->sendMessage('look', 0));
        announce($server);
    });
}

function reloads_by_a_timer(Server $server): void
{
    $server->on('start', function ($server) {
        announce($server);
        $server->tick(1, function ($id) use ($server) {
            if (has_gone()) {
                Timer::clear($id);
                $server->reload();
            }
        });
    });
}

final class Noting
{
    public function __construct(private string $name)
    {
    }

    public function __destruct()
    {
        note("<gone $this->name " . getmypid() . '>');
    }
}

function waits_in_the_master(Server $server): void
{
    $GLOBALS['shared'] = new Channel(1);
    $server->on('request', function ($request, $response) {
        if ($request->server['path_info'] === '/push') {
            $GLOBALS['shared']->push('of a worker');
            return $response->end($GLOBALS['shared']->pop());
        }
        gc_collect_cycles();
        $response->end((string) getmypid());
    });
    $server->on('start', function ($server) {
        $of_timer = new Noting('timer');
        $server->tick(1, function () use ($of_timer) {
            note('<tick ' . getmypid() . '>');
        });
        go(function () {
            $own = [new Noting('coroutine'), str_repeat('x', 100)];
            try {
                $got = $GLOBALS['shared']->pop();
                note('<got', $got, '>');
            } finally {
                note('<finally ' . getmypid() . '>');
            }
        });
        announce($server);
    });
}

function takes_results(Server $server): void
{
    $server->on('task', fn($server, $id, $from, $data) => is_string($data) ? strrev($data) : str_repeat('y', $data));
    $server->on('finish', fn($server, $id, $result) => note('<finish', $result, (string) getmypid(), '>'));
    $server->on('start', function ($server) {
        announce($server);
        $server->task('abc');
        $server->task('def', -1, fn($server, $id, $result) => note('<callback', $result, (string) getmypid(), '>'));
        note('<waited', $server->taskwait('ghi', 30), json_encode($server->taskCo(['jk', 'lm'], 30)), '>');
        note('<long', (string) strlen($server->taskwait(3000000, 30)), '>');
        note('<long', strlen($server->taskwait(str_repeat('x', 3000000), 30)), '>');
        Timer::after(1, fn() => note('<timer', $server->taskwait('no', 30), '>'));
    });
}

// Asks the first worker.
function asked(Server $server): string
{
    return json_encode($server->command('who', 0, SWOOLE_SERVER_COMMAND_EVENT_WORKER, [], false));
}

function asks_workers(Server $server): void
{
    $server->addCommand('who', SWOOLE_SERVER_COMMAND_EVENT_WORKER, fn() => 'worker');
    $server->addProcess(new Process(fn() => note('<got', asked($server), '>'), false, SOCK_DGRAM, true));
    $server->on('start', function ($server) {
        $server->tick(1, fn() => note('<asked', asked($server), '>'));
        announce($server);
    });
}

function fails(string $what): never
{
    throw new Exception("of $what");
}

function fails_in_the_master(Server $server): void
{
    $server->on('managerStart', function () {
        go(fn() => exit(3));
        fails('managerStart');
    });
    $server->on('start', function ($server) {
        announce($server);
        Timer::after(1, fn() => fails('a timer'));
        go(function () {
            Coroutine::sleep(0.001);
            fails('a coroutine');
        });
        Timer::after(1, function () {
            note('<exits>');
            exit(3);
        });
        Timer::after(50, fn() => note('<later>'));
        fails('start');
    });
}

function takes_signals(Server $server): void
{
    $server->on('start', function ($server) {
        announce($server);
        note('<taken', json_encode(@Process::signal(SIGCHLD, fn() => 0)), '>');
        note('<mine', json_encode(Process::signal(SIGALRM, fn() => note('<alarm>'))), '>');
        Process::kill(getmypid(), SIGALRM);
        note('<ran', json_encode(Coroutine\System::exec('echo hello')['output']), '>');
    });
}

// SIGUSR2 gives SIGUSR1 back to the server.
function handles_signals(Server $server): void
{
    foreach ([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2] as $signal) {
        $set = Process::signal($signal, function (int $signal) use ($server) {
            note("<signal $signal>");
            if ($signal === SIGUSR2) {
                note('<given back', json_encode(Process::signal(SIGUSR1)), '>');
            }
            if ($signal === SIGTERM) {
                $server->shutdown();
            }
        });
        note('<set', json_encode($set), '>');
    }
}

function handles_signals_from_start(Server $server): void
{
    $server->on('start', function ($server) {
        announce($server);
        handles_signals($server);
    });
}

function handles_signals_from_manager_start(Server $server): void
{
    $server->on('managerStart', fn($server) => handles_signals($server));
}

function forks(Server $server): void
{
    $server->on('start', function ($server) {
        announce($server);
        Coroutine::sleep(0.001);
        $process = new Process(function () {
            note('<child ' . (Timer::after(1, fn() => note('<own>')) > 0) . '>');
        });
        $process->start();
        $server->tick(1, fn() => note('<tick ' . getmypid() . '>'));
        Coroutine\System::waitPid($process->pid);
        note('<waited>');
    });
}

function starts_a_timer_again_and_again(): void
{
    $again = function () use (&$again) {
        Timer::after(1, $again);
    };
    $again();
}

function has_timers_that_start_again(Server $server): void
{
    foreach (['beforeShutdown', 'shutdown', 'workerExit'] as $event) {
        $server->on($event, fn() => note("<$event>"));
    }
    $server->on('managerStart', function () {
        Coroutine\run(fn() => Coroutine::sleep(0.001));
        starts_a_timer_again_and_again();
    });
    $server->on('workerStart', fn() => starts_a_timer_again_and_again());
    $server->on('start', function ($server) {
        announce($server);
        starts_a_timer_again_and_again();
    });
}

function runs_coroutines(Server $server): void
{
    foreach (given('events') as $event) {
        $server->on($event, function () use ($event) {
            Coroutine\run(function () use ($event) {
                go(function () use ($event) {
                    usleep(1000);
                    note("<$event 1>");
                });
                Coroutine::sleep(0.002);
                note("<$event 2>");
            });
            note("<$event 3>");
        });
    }
}

function gives_tasks_at_the_end(Server $server): void
{
    $server->on('task', function ($server, $id, $from, $data) {
        note('<task', $data, '>');
        return strrev($data);
    });
    $server->on('finish', fn() => note('<finish>'));
    $server->on('workerStop', function ($server, $id) {
        if ($id > 0) {
            return note('<refused', json_encode(@$server->task('no')), '>');
        }
        $server->task('abc', -1, fn($server, $id, $data) => note('<callback', $data, '>'));
        go(fn() => note('<waited', $server->taskwait('def', 30), '>'));
        note('<blocked', $server->taskwait('ghi', 30), '>');
    });
}

function sends_to_a_worker_that_stops(Server $server): void
{
    $server->on('pipeMessage', fn($server, $from, $data) => note('<message', (string) getmypid(), '>'));
    $server->on('workerStop', function ($server) {
        if (!has_gone()) {
            note('<stops', (string) getmypid(), '>');
            go(until_go(...));
        }
    });
    $server->on('start', function ($server) {
        announce($server);
        $server->tick(1, function ($id) use ($server) {
            if (has_gone('TELL')) {
                Timer::clear($id);
                $server->sendMessage('x', 0);
            }
        });
    });
}

$server = http_server();
$server->on('request', fn($request, $response) => $response->end((string) getmypid()));
given('scenario')($server);
run();
