--TEST--
System: wait and waitPid, exit codes, signals, timeouts, no children
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;

// A child that ends when its line is closed, by its exit code or by a signal.
function child(int $code, int $signal = 0): array
{
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $pid = pcntl_fork();
    if ($pid === 0) {
        fclose($ours);
        fread($its, 1);
        if ($signal === 0) pcntl_exec('/bin/sh', ['-c', "exit $code"]);
        posix_kill(getmypid(), $signal);
    }
    fclose($its);
    return [$pid, $ours];
}

[$first, $line] = child(3);
[$second, $other] = child(0, SIGKILL);
$name = fn (int $pid) => $pid === $first ? 'first' : ($pid === $second ? 'second' : 'somebody');
$said = 0;
$show = function (array|false $end) use ($name, &$said) {
    $said++;
    echo ($end === false ? why($end) : "{$name($end['pid'])}: code {$end['code']}, signal {$end['signal']}"), "\n";
};
Co\run(function () use ($show, $first, $line, $other, &$said) {
    $show(System::wait(0.001));
    $show(System::waitPid($first, 0.001));
    Co::create(function () use ($show) { $show(System::wait()); });
    Co::create(function () use ($show, $first) { $show(System::waitPid($first)); });
    fclose($other);
    while ($said < 3) Co::sleep(0.001);
    fclose($line);
    while (leftovers()[1] !== '') Co::sleep(0.001);
    $show(System::wait());
    $show(System::waitPid($first));
    $show(System::waitPid(1));
    // Two that have ended already.
    [$third, $line] = child(5);
    [$fourth, $other] = child(5);
    fclose($line);
    fclose($other);
    $show(System::wait());
    $show(System::waitPid(-1));
    $show(System::wait());
});
?>
--EXPECT--
false: Connection timed out
false: Connection timed out
second: code 0, signal 9
first: code 3, signal 0
false: No child processes
false: No child processes
false: No child processes
somebody: code 5, signal 0
somebody: code 5, signal 0
false: No child processes
