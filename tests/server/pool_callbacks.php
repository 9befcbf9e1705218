<?php
// A Process\Pool whose master has timers and coroutines, until its worker has started.

use Swoole\Coroutine;
use Swoole\Process\Pool;
use Swoole\Timer;

require __DIR__ . '/../support/server.php';

$pool = new Pool(1);
$pool->on('start', function ($pool) {
    Timer::tick(1, fn() => note('<tick ' . (getmypid() === $pool->master_pid ? 'master' : 'worker') . '>'));
    go(function () use ($pool) {
        while (!is_file('GO')) {
            clearstatcache();
            Coroutine::sleep(0.002);
        }
        $pool->shutdown();
    });
});
$pool->on('workerStart', function ($pool, $id) {
    note('<worker>');
    touch('GO');
    sleep(100);
});
$pool->on('shutdown', function () {
    Timer::after(1, fn() => note('<after>'));
    Coroutine\run(function () {
        Coroutine::sleep(0.001);
        note('<ran>');
    });
});
$pool->start();
note('<over>');
unset($pool);
