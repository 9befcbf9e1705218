--TEST--
A child of pcntl_fork() in a coroutine or a timer ends with it; its parent's loop goes on undisturbed
--EXTENSIONS--
pcntl
--FILE--
<?php
$parent = getmypid();
$where = fn () => getmypid() === $parent ? 'parent' : 'child';
Co\run(function () use ($where) {
    [$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    go(function () use ($read, $where) { echo fread($read, 9), " in the {$where()}\n"; });
    $gate = new Co\Channel();
    go(function () use ($where, $gate) { $gate->pop(); Co::sleep(0.001); echo "slept in the {$where()}\n"; });
    Co::defer(function () use ($where) { echo "deferred in the {$where()}\n"; });
    $end = fn (int $child) => print('child: ' . Co\System::waitPid($child)['code'] . "\n");
    if (($child = pcntl_fork()) === 0) {
        echo 'cid ', Co::getCid(), "\n";
        Co\run(function () { Co::sleep(0.001); echo "loop of the child\n"; });
        return;
    }
    $end($child);
    if (($child = pcntl_fork()) === 0) {
        go(function () { Co::sleep(0.001); echo "coroutine of the child\n"; exit(4); });
        return;
    }
    $end($child);
    if (($child = pcntl_fork()) === 0) throw new Exception('in the child');
    $end($child);
    $gate->push(1);
    Co::sleep(0.01);
    fwrite($write, 'event');
});
Swoole\Timer::after(1, function () use ($where) {
    echo "timer in the {$where()}\n";
    if ($child = pcntl_fork()) pcntl_waitpid($child, $status);
});
Swoole\Timer::after(1, fn () => print("next timer in the {$where()}\n"));
if (($child = pcntl_fork()) === 0) {
    Co\run(fn () => print("main code of the child\n"));
    exit(3);
}
pcntl_waitpid($child, $status);
echo 'child: ', pcntl_wexitstatus($status), "\n";
?>
--EXPECTF--
cid -1
loop of the child
child: 0
coroutine of the child
child: 4

Fatal error: Uncaught Exception: in the child in %s
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
child: 255
slept in the parent
deferred in the parent
event in the parent
main code of the child
child: 3
timer in the parent
next timer in the parent
