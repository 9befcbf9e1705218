--TEST--
System: cancelled waits return false or throw, and leave neither descriptors nor processes
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    $pipe = scratch('pipe');
    posix_mkfifo($pipe, 0600);
    $file = scratch('file');
    file_put_contents($file, 'content');
    $lock = fopen($file, 'r');
    flock($lock, LOCK_EX);
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    [$full, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($full, false);
    while (fwrite($full, str_repeat('x', 4096)) > 0);
    $child = pcntl_fork();
    if ($child === 0) { sleep(100); posix_kill(getmypid(), SIGKILL); }
    System::getaddrinfo('localhost');  // starts a thread
    $before = leftovers();

    cancel_both_ways('sleep', fn () => System::sleep(100));
    cancel_both_ways('readFile', fn () => System::readFile($pipe));
    cancel_both_ways('fread', fn () => System::fread($one));
    cancel_both_ways('fgets', fn () => System::fgets($one));
    cancel_both_ways('fwrite', fn () => System::fwrite($full, 'x'));
    cancel_both_ways('exec', fn () => System::exec('sleep 100; echo no'));
    cancel_both_ways('exec without output', fn () => System::exec('exec >/dev/null; sleep 100 & sleep 100'));
    cancel_both_ways('gethostbyname', fn () => System::gethostbyname('localhost'));
    cancel_both_ways('wait', fn () => System::wait());
    cancel_both_ways('waitPid', fn () => System::waitPid($child));
    cancel_both_ways('waitSignal', fn () => System::waitSignal(SIGUSR1));
    cancel_both_ways('waitEvent', fn () => System::waitEvent($one));

    for ($n = 0; $n < 1000 && leftovers() !== $before; $n++) Co::sleep(0.001);  // killed, and soon reaped
    if (leftovers() !== $before) var_dump($before, leftovers());
    // By threads, which go on with it.
    cancel_both_ways('readFile', fn () => System::readFile($file, LOCK_EX));
    cancel_both_ways('writeFile', fn () => System::writeFile($file, 'never seen', LOCK_EX));
    flock($lock, LOCK_UN);
    while (leftovers()[0] > $before[0]) Co::sleep(0.001);
    posix_kill($child, SIGKILL);
    System::waitPid($child);
    var_dump(leftovers()[0] <= $before[0]);
});
?>
--EXPECT--
sleep: false 10017, Swoole\Coroutine\CanceledException 10017
readFile: false 10017, Swoole\Coroutine\CanceledException 10017
fread: false 10017, Swoole\Coroutine\CanceledException 10017
fgets: false 10017, Swoole\Coroutine\CanceledException 10017
fwrite: false 10017, Swoole\Coroutine\CanceledException 10017
exec: false 10017, Swoole\Coroutine\CanceledException 10017
exec without output: false 10017, Swoole\Coroutine\CanceledException 10017
gethostbyname: false 10017, Swoole\Coroutine\CanceledException 10017
wait: false 10017, Swoole\Coroutine\CanceledException 10017
waitPid: false 10017, Swoole\Coroutine\CanceledException 10017
waitSignal: false 10017, Swoole\Coroutine\CanceledException 10017
waitEvent: false 10017, Swoole\Coroutine\CanceledException 10017
readFile: false 10017, Swoole\Coroutine\CanceledException 10017
writeFile: false 10017, Swoole\Coroutine\CanceledException 10017
bool(true)
