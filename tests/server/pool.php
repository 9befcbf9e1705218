<?php
// A Process\Pool whose workers do what the test says.
use Swoole\Process;
use Swoole\Process\Pool;

require __DIR__ . '/../support/server.php';

function waits(): never
{
    while (true) {
        Co::sleep(1);
    }
}

function blocks(): never
{
    while (true) {
        usleep(1000);
    }
}

function exits(): never
{
    exit(1);
}

function has_its_own_signals(Pool $pool, int $id): void
{
    $running = true;
    Process::signal(SIGTERM, function () use (&$running, $id) {
        note("TERM $id");
        $running = false;
    });
    note('SET');
    while ($running) {
        Co::sleep(0.01);
    }
}

// The first one; its successor waits.
function detaches(Pool $pool): void
{
    if (file_exists('DETACHED')) {
        waits();
    }
    touch('DETACHED');
    note('DETACHED', var_export($pool->detach(), true), (string) getmypid());
    while (!file_exists('GO')) {
        Co::sleep(0.005);
    }
    note('LEFT');
}

$pool = new Pool(...given('make'));
$pool->set(given('options', []));
foreach (['workerStop', 'workerExit'] as $event) {
    $pool->on($event, fn($pool, $id) => note("<$event $id " . getmypid() . '>'));
}
$pool->on('workerStart', function ($pool, $id) {
    note("<workerStart $id " . getmypid() . '>');
    given('worker')($pool, $id);
});
note('END', var_export($pool->start(), true));
