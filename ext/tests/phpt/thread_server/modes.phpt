--TEST--
Server: SWOOLE_THREAD is a mode; init_arguments is called once, and each process gets what it returned, also after a reload
--FILE--
<?php
use Swoole\Http\Server;
use Swoole\Process;
use Swoole\Thread;

var_dump(defined('SWOOLE_THREAD'), SWOOLE_THREAD);
$report = fn (string $line) => file_put_contents('php://stdout', "$line\n");
$server = new Server('127.0.0.1', 0, SWOOLE_THREAD);
var_dump($server->mode);
$server->set([
    'worker_num' => 1, 'task_worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR,
    'init_arguments' => function () use ($report) {
        $report('init ' . getmypid());
        return ['shared', ['a' => 1]];
    },
]);
$starts = new Swoole\Atomic();
$server->on('workerStart', function (Server $server, int $id) use ($report, $starts) {
    [$text, $list] = Thread::getArguments();
    $info = Thread::getInfo();
    $ok = $text === 'shared' && $list['a'] === 1 && !$info['is_main_thread'] && Thread::getId() === $server->worker_pid;
    $starts->add();
    if (!$ok) $report("worker $id: " . json_encode([Thread::getArguments(), $info]));
});
$managers = new Swoole\Atomic();
$server->on('managerStart', function () use ($report, $managers) {
    $report('manager ' . Thread::getArguments()[0]);
    $managers->add();
});
$reloads = new Swoole\Atomic();
$server->on('afterReload', function () use ($report, $reloads) {
    $report('reloaded');
    $reloads->add();
});
$server->on('request', fn ($request, $response) => $response->end());
$server->on('task', fn () => null);
$server->addProcess(new Process(function () use ($report, $starts, $reloads, $managers) {
    global $server;  // bound to the function it were a cycle
    while ($managers->get() === 0) usleep(1000);
    $report('process ' . Thread::getArguments()[0]);
    while ($starts->get() < 2) usleep(1000);
    $report('threads ' . Thread::activeCount());
    $server->reload();
    while ($starts->get() < 4 || $reloads->get() === 0) usleep(1000);
    $server->shutdown();
    sleep(100);
}));
$server->on('shutdown', fn () => $report('shutdown'));
$server->start();
var_dump(Thread::getArguments());
?>
--EXPECTF--
bool(true)
int(3)
int(3)
init %d
manager shared
process shared
threads 4
reloaded
shutdown
NULL
