--TEST--
System::waitSignal: one, several, timeouts, several who wait, handlers put back
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "the program's own handler\n"; });
Co\run(function () {
    echo why(System::waitSignal(SIGUSR1, 0.001)), "\n";
    Co::create(function () { echo 'a: ' . System::waitSignal(SIGUSR1) . "\n"; });
    Co::create(function () { echo 'b: ' . System::waitSignal([SIGUSR2, SIGUSR1]) . "\n"; });
    Co::create(function () { echo 'c: ' . System::waitSignal([SIGUSR2]) . ', then ' . System::waitSignal(SIGUSR2) . "\n"; });
    posix_kill(getmypid(), SIGUSR1);
    Co::sleep(0.002);
    posix_kill(getmypid(), SIGUSR2);
    Co::sleep(0.002);
    posix_kill(getmypid(), SIGUSR2);
    Co::sleep(0.002);
    posix_kill(getmypid(), SIGUSR1);
    foreach ([fn () => System::waitSignal(0), fn () => System::waitSignal(99), fn () => System::waitSignal([]), fn () => System::waitSignal(['TERM'])] as $call) {
        try { $call(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    echo why(System::waitSignal(SIGKILL)), "\n";
    echo why(System::waitSignal([SIGUSR2, SIGSTOP])), "\n";
});
?>
--EXPECTF--
false: Connection timed out
a: 10
b: 10
c: 12, then 12
the program's own handler

Warning: Swoole\Coroutine\System::waitSignal(): Argument #1 ($signals) must be between 1 and 64, 0 given in %s on line %d

Warning: Swoole\Coroutine\System::waitSignal(): Argument #1 ($signals) must be between 1 and 64, 99 given in %s on line %d

Warning: Swoole\Coroutine\System::waitSignal(): Argument #1 ($signals) cannot be empty in %s on line %d
TypeError: Swoole\Coroutine\System::waitSignal(): Argument #1 ($signals) must have signal numbers only, string given
false: Invalid argument
false: Invalid argument
