<?php
// What the servers of admin_test.py do.

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Process;
use Swoole\Server;

class Kept
{
    public static $gate;
}

function hold()
{
    Kept::$gate->pop();
}

function waits()
{
    Coroutine::sleep(1000);
}

function has_a_gate(Server $server): void
{
    $server->on('workerStart', function () {
        Kept::$gate = new Channel(1);
    });
}

// One that blocks, and one that is a coroutine.
function adds_processes(Server $server): void
{
    $server->addProcess(new Process(function () {
        while (true) {
            sleep(100);
        }
    }));
    $server->addProcess(new Process(function () {
        waits();
    }, false, 0, true));
}

function answer($request, $response): void
{
    switch ($request->server['path_info']) {
        case '/hold':
            hold();
            $response->end('held');
            return;
        case '/free':
            Kept::$gate->push(true);
            $response->end('freed');
            return;
        case '/spin':
            note('SPINS');
            while (!file_exists('go')) {
                clearstatcache();
                usleep(1000);
            }
            $response->end('spun');
            return;
    }
    $response->end((string) getmypid());
}
