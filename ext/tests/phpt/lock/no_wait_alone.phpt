--TEST--
Lock::lock(): LOCK_NB alone is an exclusive lock that does not wait
--FILE--
<?php
$lock = new Swoole\Lock(SWOOLE_RWLOCK);
var_dump($lock->lock(LOCK_NB));
$process = new Swoole\Process(function () use ($lock) { var_dump($lock->trylock_read()); });
$process->start();
Swoole\Process::wait();
var_dump($lock->unlock());
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
