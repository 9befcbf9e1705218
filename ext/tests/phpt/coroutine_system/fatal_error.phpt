--TEST--
System: a fatal error while others wait for threads, commands, signals and descriptors
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$pipe = scratch('pipe');
exec("mkfifo $pipe");
Co\run(function () use ($pipe) {
    $waits = [
        fn () => System::exec('sleep 100'), fn () => System::waitSignal(SIGUSR1), fn () => System::wait(), fn () => System::readFile($pipe),
        fn () => System::gethostbyname('localhost'), fn () => System::writeFile('/dev/null', str_repeat('x', 1000000)),
    ];
    foreach ($waits as $wait) Co::create(function () use ($wait) { try { $wait(); } finally { echo "never\n"; } });
    echo "now\n";
    eval('class stdClass {}');
});
?>
--EXPECTF--
now

Fatal error: Cannot %Sdeclare class stdClass%S in %s on line 1
