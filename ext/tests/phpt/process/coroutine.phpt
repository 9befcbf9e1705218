--TEST--
Process: in coroutines only the coroutine waits; a child is outside of them, and may have its own
--FILE--
<?php
use Swoole\Process;
Co\run(function () {
    $process = new Process(function (Process $process) {
        $process->write('cid ' . Co::getCid());
        Co\run(function () use ($process) {
            Co::sleep(0.001);
            $process->write('own ' . Co::getCid());
            echo "child has read {$process->read()}\n";
        });
        $process->exit(5);
    });
    $reader = go(function () use ($process) { echo $process->read(), "\n", $process->read(), "\n"; });
    $process->start();
    go(function () { $end = Process::wait(); echo "ended: {$end['code']}\n"; });
    echo "goes on\n";
    Co::join([$reader]);
    $process->write('word');
});
$process = new Process(function (Process $process) {
    go(function () { Co::sleep(0.01); echo "late\n"; });
    Co::sleep(0.001);
    echo "in ", Co::getCid(), "\n";
}, false, 0, true);
$process->start();
var_dump(Process::wait()['code']);
Co\run(function () {
    $process = new Process(fn () => null);
    $waiting = go(function () use ($process) { var_dump($process->read(), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED); });
    Co::cancel($waiting);
    $process->setTimeout(0.001);
    var_dump($process->read(), swoole_last_error() === 11);
});
?>
--EXPECT--
goes on
cid -1
own 1
child has read word
ended: 5
in 1
late
int(0)
bool(false)
bool(true)
bool(false)
bool(true)
