--TEST--
Process: both kinds of pipes, exit codes, started once more, the end of the other side
--FILE--
<?php
use Swoole\Process;
foreach (['datagrams' => SOCK_DGRAM, 'a stream' => SOCK_STREAM] as $name => $type) {
    echo "$name\n";
    $process = new Process(function (Process $process) {
        $process->write('hello ' . $process->read() . ($process->pid === getmypid() ? '' : ', a wrong pid'));
        $process->exit(3);
    }, false, $type);
    foreach (['one', 'two'] as $word) {
        $pid = $process->start();
        var_dump($process->write($word), $process->read());
        $end = Process::wait();
        var_dump($end['pid'] === $pid, $end['code'], $end['signal'], $process->read());
    }
}
$process = new Process(fn () => print("no pipe\n"), false, 0);
var_dump($process->pipe, $process->start() === $process->pid, Process::wait()['code'], @$process->read(), Process::wait(false));
new Process('strlen', false, 3);
?>
--EXPECTF--
datagrams
int(3)
string(9) "hello one"
bool(true)
int(3)
int(0)
string(0) ""
int(3)
string(9) "hello two"
bool(true)
int(3)
int(0)
string(0) ""
a stream
int(3)
string(9) "hello one"
bool(true)
int(3)
int(0)
string(0) ""
int(3)
string(9) "hello two"
bool(true)
int(3)
int(0)
string(0) ""
no pipe
NULL
bool(true)
int(0)
bool(false)
bool(false)

Fatal error: Uncaught ValueError: Swoole\Process::__construct(): Argument #3 ($pipe_type) must be SOCK_DGRAM, SOCK_STREAM or 0, 3 given in %s
Stack trace:
#0 %a
