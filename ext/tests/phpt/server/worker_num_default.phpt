--TEST--
Server: SWOOLE_BASE has one worker unless worker_num is set; SWOOLE_PROCESS and 0: one for each CPU; setting has the number
--FILE--
<?php
function workers(int $mode, array $options): int
{
    $server = new Swoole\Server('127.0.0.1', 0, $mode);
    $server->set(['log_level' => SWOOLE_LOG_ERROR] + $options);
    $server->on('receive', fn() => null);
    $count = new Swoole\Atomic();
    $server->on('start', function (Swoole\Server $server) use ($count) {
        $count->set($server->stats()['worker_num'] === $server->setting['worker_num'] ? $server->setting['worker_num'] : 0);
        $server->shutdown();
    });
    $server->start();
    return $count->get();
}
$each = workers(SWOOLE_PROCESS, []);
var_dump(
    workers(SWOOLE_BASE, []),
    workers(SWOOLE_BASE, ['worker_num' => 3]),
    workers(SWOOLE_BASE, ['worker_num' => 0]) === $each,
    workers(SWOOLE_PROCESS, ['worker_num' => 3]),
    $each >= 1,
);
?>
--EXPECT--
int(1)
int(3)
bool(true)
int(3)
bool(true)
