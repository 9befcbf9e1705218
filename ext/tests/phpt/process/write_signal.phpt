--TEST--
Process: a signal does not leave half a message in a stream
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Process;
const BYTES = 32 << 20;
pcntl_async_signals(true);
$seen = new Swoole\Atomic;
pcntl_signal(SIGUSR1, fn () => $seen->add());
$parent = getmypid();
$process = new Process(function (Process $process) use ($parent) {
    $bytes = strlen($process->read(1));
    // The parent waits for room now, or will.
    for ($i = 0; $bytes < BYTES; $i++) {
        Process::kill($parent, SIGUSR1);
        $bytes += strlen($process->read(1 << 20));
    }
    $process->exit($bytes === BYTES ? 7 : 1);
}, false, SOCK_STREAM);
$process->start();
var_dump($process->write(str_repeat('x', BYTES)));
var_dump(Process::wait()['code']);
var_dump($seen->get() > 0);
?>
--EXPECT--
int(33554432)
int(7)
bool(true)
