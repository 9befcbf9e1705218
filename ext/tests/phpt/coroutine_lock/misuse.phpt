--TEST--
Coroutine\Lock: wrong arguments, outside of coroutines, clone and serialize
--FILE--
<?php
use Swoole\Coroutine\Lock;
function attempt(callable $call) {
    try { var_dump($call()); } catch (Throwable $e) { echo get_class($e) . ': ' . $e->getMessage() . "\n"; }
}
class WithoutParent extends Lock { public function __construct() {} }
$lock = new Lock;
attempt(fn () => $lock->__construct());
attempt(fn () => $lock->lock());
var_dump($lock->errCode === SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
attempt(fn () => $lock->unlock());
var_dump($lock->errCode === SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
attempt(fn () => clone $lock);
attempt(fn () => serialize($lock));
Co\run(function () use ($lock) {
    foreach ([0, LOCK_UN, LOCK_SH | LOCK_EX, 8, -1] as $operation) attempt(fn () => $lock->lock($operation));
    attempt(fn () => $lock->lock('ex'));
    attempt(fn () => (new WithoutParent)->lock());
    attempt(fn () => (new WithoutParent)->unlock());
    attempt(fn () => $lock->unlock());
});
?>
--EXPECT--
Error: The lock is constructed already
bool(false)
bool(true)
bool(false)
bool(true)
Error: Trying to clone an uncloneable object of class Swoole\Coroutine\Lock
Exception: Serialization of 'Swoole\Coroutine\Lock' is not allowed
ValueError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
ValueError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
ValueError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
ValueError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
ValueError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
TypeError: Swoole\Coroutine\Lock::lock(): Argument #1 ($operation) must be of type int, string given
Error: you must call constructor first: Swoole\Coroutine\Lock::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Lock::__construct() was not called
bool(false)
