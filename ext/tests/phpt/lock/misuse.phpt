--TEST--
Lock: what is a mistake throws
--FILE--
<?php
use Swoole\Lock;
class Late extends Lock { public function __construct() {} }
$gone = new Lock;
$gone->lock();
var_dump($gone->destroy());
foreach ([
    fn () => new Lock(0),
    fn () => new Lock(6),
    fn () => new Lock(Lock::FILELOCK),
    fn () => new Lock(Lock::FILELOCK, "a\0b"),
    fn () => new Lock(Lock::FILELOCK, __DIR__ . '/none/file'),
    fn () => (new Lock)->__construct(),
    fn () => (new Lock)->lock(LOCK_UN),
    fn () => (new Late)->lock(),
    fn () => (new Late)->unlock(),
    fn () => $gone->lock(),
    fn () => $gone->destroy(),
    fn () => clone new Lock,
    fn () => serialize(new Lock),
] as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
ValueError: Swoole\Lock::__construct(): Argument #1 ($type) must be one of the constants of Swoole\Lock, 0 given
ValueError: Swoole\Lock::__construct(): Argument #1 ($type) must be one of the constants of Swoole\Lock, 6 given
ValueError: Swoole\Lock::__construct(): Argument #2 ($filename) must be the path of a file for a FILELOCK
ValueError: Swoole\Lock::__construct(): Argument #2 ($filename) must not contain any null bytes
Swoole\Exception: Cannot make the lock: No such file or directory
Error: The lock is constructed already
ValueError: Swoole\Lock::lock(): Argument #1 ($operation) must be LOCK_EX or LOCK_SH, with or without LOCK_NB
Error: you must call constructor first: Late::__construct() was not called
Error: you must call constructor first: Late::__construct() was not called
Error: Swoole\Lock was destroyed
Error: Swoole\Lock was destroyed
Error: Trying to clone an uncloneable object of class Swoole\Lock
Exception: Serialization of 'Swoole\Lock' is not allowed
