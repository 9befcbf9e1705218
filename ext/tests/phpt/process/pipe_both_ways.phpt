--TEST--
Process: a coroutine reads while another one writes to a full pipe
--FILE--
<?php
use Swoole\Process;
const BYTES = 12 << 20;
foreach ([SOCK_STREAM, SOCK_DGRAM] as $kind) {
    Co\run(function () use ($kind) {
        $go = new Swoole\Atomic;
        $process = new Process(function (Process $process) use ($go) {
            $go->wait(-1);
            for ($bytes = 0; $bytes < BYTES; $bytes += strlen($process->read(1 << 16))) continue;
            $process->write("read $bytes");
        }, false, $kind);
        $process->start();
        go(fn () => var_dump($process->read()));
        go(function () use ($process) {
            for ($sent = 0; $sent < BYTES; $sent += $part) $part = $process->write(str_repeat('x', 1 << 16));
            echo "sent $sent\n";
        });
        $go->wakeup();
        Process::wait();
    });
}
?>
--EXPECT--
sent 12582912
string(13) "read 12582912"
sent 12582912
string(13) "read 12582912"
