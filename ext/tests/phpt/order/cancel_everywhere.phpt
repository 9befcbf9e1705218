--TEST--
cancel(), plain and with an exception, at every kind of wait: it ends at once and leaves nothing behind
--FILE--
<?php
use Swoole\Coroutine\{Barrier, Channel, Lock, System, WaitGroup};
$full = new Channel(1);
$full->push(0);
$empty = new Channel(1);
[$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$fifo = tempnam(sys_get_temp_dir(), 'fifo');
unlink($fifo);
exec('mkfifo ' . escapeshellarg($fifo));
$lock = new Lock;
$waits = [
    'yield' => fn () => Co::yield(),
    'sleep' => fn () => Co::sleep(1000),
    'push' => fn () => $full->push(1),
    'push with a timeout' => fn () => $full->push(1, 1000),
    'pop' => fn () => $empty->pop(),
    'pop with a timeout' => fn () => $empty->pop(1000),
    'join' => fn () => Co::join([Co::getPcid()], 1000),
    'lock' => fn () => $lock->lock(),
    'wait group' => fn () => (new WaitGroup(1))->wait(),
    'wait group with a timeout' => fn () => (new WaitGroup(1))->wait(1000),
    'barrier' => function () { $barrier = Barrier::make(); $held = $barrier; Barrier::wait($barrier, 1000); return false; },
    'waitEvent' => fn () => System::waitEvent($near, SWOOLE_EVENT_READ, 1000),
    'waitSignal' => fn () => System::waitSignal(12, 1000),
    'waitPid' => fn () => System::waitPid(getmypid(), 1000),
    'exec' => fn () => System::exec('sleep 1000'),
    'readFile' => fn () => System::readFile($fifo),
    'fread' => fn () => System::fread($near),
];
$descriptors = fn () => count(scandir('/proc/self/fd'));
$round = function (bool $print) use ($waits) {
    foreach ($waits as $name => $wait) {
        foreach ([false, true] as $throw) {
            $result = 'still waits';
            $id = go(function () use ($wait, &$result) {
                try { $result = $wait(); } catch (Swoole\Coroutine\CanceledException $e) { $result = 'exception'; }
            });
            $was = Co::exists($id) ? 'waits' : 'ended';
            Co::cancel($id, $throw);
            if ($print) echo "$name: $was, ", is_string($result) ? $result : var_export($result, true), Co::exists($id) ? ' EXISTS' : '', "\n";
        }
    }
};
Co\run(function () use ($round, $descriptors, $lock) {
    $lock->lock();
    $round(false);
    Co::sleep(0.01);
    gc_collect_cycles();
    $before = [memory_get_usage(), $descriptors(), Co::stats()['coroutine_num']];
    $round(true);
    for ($i = 0; $i < 20; ++$i) $round(false);
    // Threads that read a file for a cancelled coroutine close it when they have read.
    for ($i = 0; $i < 1000 && ($i === 0 || $descriptors() > $before[1]); ++$i) Co::sleep(0.01);
    gc_collect_cycles();
    $after = [memory_get_usage(), $descriptors(), Co::stats()['coroutine_num']];
    echo 'left: ', $after[0] - $before[0] < 4096 ? 'no memory' : $after[0] - $before[0] . ' bytes', ', ', $after[1] - $before[1], ' descriptors, ', $after[2] - $before[2], " coroutines\n";
    $lock->unlock();
});
unlink($fifo);
?>
--EXPECT--
yield: waits, false
yield: waits, exception
sleep: waits, false
sleep: waits, exception
push: waits, false
push: waits, exception
push with a timeout: waits, false
push with a timeout: waits, exception
pop: waits, false
pop: waits, exception
pop with a timeout: waits, false
pop with a timeout: waits, exception
join: waits, false
join: waits, exception
lock: waits, false
lock: waits, exception
wait group: waits, false
wait group: waits, exception
wait group with a timeout: waits, false
wait group with a timeout: waits, exception
barrier: waits, false
barrier: waits, exception
waitEvent: waits, false
waitEvent: waits, exception
waitSignal: waits, false
waitSignal: waits, exception
waitPid: ended, false
waitPid: ended, false
exec: waits, false
exec: waits, exception
readFile: waits, false
readFile: waits, exception
fread: waits, false
fread: waits, exception
left: no memory, 0 descriptors, 0 coroutines
