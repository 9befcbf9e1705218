--TEST--
Manual: Process: exportSocket() in coroutines of both sides, stream and datagrams
--FILE--
<?php
use Swoole\Process;
use function Swoole\Coroutine\run;

foreach ([Process::PIPE_TYPE_STREAM, Process::PIPE_TYPE_DGRAM] as $type) {
    $process = new Process(function (Process $process) {
        $socket = $process->exportSocket();
        echo $socket->recv();
        $socket->send("hello master\n");
        echo "process stops\n";
    }, false, $type, true);
    $process->start();
    run(function () use ($process) {
        $socket = $process->exportSocket();
        var_dump($socket === $process->exportSocket());
        $socket->send("hello process\n");
        Swoole\Coroutine\System::wait();
        var_dump($socket->recv());
    });
}
?>
--EXPECT--
bool(true)
hello process
process stops
string(13) "hello master
"
bool(true)
hello process
process stops
string(13) "hello master
"
