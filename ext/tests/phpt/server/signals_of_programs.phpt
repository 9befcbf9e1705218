--TEST--
Programs that a worker, a task worker, a process of the program or of a pool starts ignore no signal because of Tern
--FILE--
<?php
require __DIR__ . '/../server.inc';
require __DIR__ . '/signals_of_programs.inc';
$usual = signals_of_programs();
$server = start_server('
    require ' . var_export(__DIR__ . '/signals_of_programs.inc', true) . ';
    $usual = json_decode(' . var_export(json_encode($usual), true) . ');
    $process = new Swoole\Process(function ($process) use ($usual) { $process->write(more_signals($usual)); $process->read(); });
    $server->addProcess($process);
    $server->on("task", fn($server, $id, $from, $data) => more_signals($usual));
    $server->on("finish", function () {});
    $server->on("request", function ($request, $response) use ($server, $process, $usual) {
        $response->end("worker " . more_signals($usual) . "\ntask worker " . $server->taskwait("", 30) . "\nprocess " . $process->read() . "\n");
    });
', ['task_worker_num' => 1]);
echo $server->get('/');
$server->stop();

$pool = new Swoole\Process\Pool(1);
$pool->on('workerStart', function ($pool) use ($usual) {
    echo 'pool ', more_signals($usual), "\n";
    $pool->shutdown();
});
$pool->start();
?>
--EXPECT--
worker [0,0]
task worker [0,0]
process [0,0]
pool [0,0]
