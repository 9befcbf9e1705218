--TEST--
System: a program lives as long as somebody waits for a thread, a command, a signal or a descriptor
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$parent = getmypid();
Co::create(function () { echo 'thread: ' . System::gethostbyname('localhost') . "\n"; });
$done = new Swoole\Coroutine\Channel();
Co::create(function () use ($done) { echo 'command: ' . System::exec('sleep 0.05; echo done')['output']; $done->push(true); });
Co::create(function () { echo 'signal: ' . System::waitSignal(SIGUSR1) . "\n"; });
Co::create(function () use ($parent, $done) { $done->pop(); System::exec("kill -USR1 $parent"); });
echo "main ends\n";
?>
--EXPECT--
main ends
thread: 127.0.0.1
command: done
signal: 10
