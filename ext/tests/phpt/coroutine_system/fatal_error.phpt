--TEST--
System: a fatal error while others wait for threads, commands, signals and descriptors
--INI--
memory_limit=16M
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
        fn () => System::gethostbyname('localhost'), fn () => System::writeFile(dirname($pipe) . '/file', str_repeat('x', 1000000)),
    ];
    foreach ($waits as $wait) Co::create(function () use ($wait) { try { $wait(); } finally { echo "never\n"; } });
    echo "now\n";
    str_repeat('x', 100 << 20);
});
?>
--EXPECTF--
now

Fatal error: Allowed memory size of 16777216 bytes exhausted%s in %s on line %d
