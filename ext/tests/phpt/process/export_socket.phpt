--TEST--
Process: exportSocket() gives the pipe as a socket of coroutines, the same each time
--FILE--
<?php
use Swoole\Process;
foreach ([SOCK_DGRAM, SOCK_STREAM] as $type) {
    $process = new Process(function (Process $process) {
        $socket = $process->exportSocket();
        while (($data = $socket->recv()) !== 'end') $socket->send(strrev($data));
        $socket->send($socket === $process->exportSocket() ? 'same' : 'other');
    }, false, $type, true);
    $before = $process->exportSocket();
    var_dump(get_class($before), $before->domain === AF_UNIX, $before->type === $type, $before->fd !== $process->pipe);
    $process->start();
    Co\run(function () use ($process, $before) {
        $socket = $process->exportSocket();
        var_dump($socket === $before);
        go(function () use ($socket) {
            var_dump($socket->recv(), $socket->send('end'), $socket->recv());
        });
        // The others run while it waits.
        var_dump($socket->send('abc'));
    });
    var_dump(Process::wait()['code']);
}
$process->close();
var_dump($process->exportSocket());
$none = new Process(fn () => null, false, 0);
var_dump($none->exportSocket());
// It may keep itself alive.
$process = new Process(fn () => null);
$process->exportSocket();
unset($process, $none, $before);
var_dump(gc_collect_cycles() >= 0);
?>
--EXPECTF--
string(23) "Swoole\Coroutine\Socket"
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
string(3) "cba"
int(3)
string(4) "same"
int(0)
string(23) "Swoole\Coroutine\Socket"
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
string(3) "cba"
int(3)
string(4) "same"
int(0)

Warning: Swoole\Process::exportSocket(): the process has no pipe in %s on line %d
bool(false)

Warning: Swoole\Process::exportSocket(): the process has no pipe in %s on line %d
bool(false)
bool(true)
