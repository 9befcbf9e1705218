--TEST--
Coroutine\Lock: a fatal error while one has it and others wait
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--INI--
memory_limit=16M
--FILE--
<?php
$lock = new Swoole\Coroutine\Lock;
go(function () use ($lock) {
    $lock->lock();
    Co::sleep(0.001);
    str_repeat('x', 64 << 20);
});
go(function () use ($lock) { $lock->lock(); echo "not here\n"; });
go(function () use ($lock) { $lock->lock(LOCK_SH, 30); echo "not here\n"; });
?>
--EXPECTF--

Fatal error: Allowed memory size of 16777216 bytes exhausted%s
