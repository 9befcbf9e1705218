--TEST--
Atomic: what is a mistake throws
--FILE--
<?php
use Swoole\Atomic;
class Late extends Atomic { public function __construct() {} }
class LateLong extends Atomic\Long { public function __construct() {} }
foreach ([
    fn () => (new Late)->add(),
    fn () => (new Late)->wait(),
    fn () => (new LateLong)->get(),
    fn () => (new Atomic)->__construct(),
    fn () => (new Atomic)->wakeup(0),
    fn () => (new Atomic)->add('x'),
    fn () => clone new Atomic,
    fn () => serialize(new Atomic),
] as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Error: you must call constructor first: Late::__construct() was not called
Error: you must call constructor first: Late::__construct() was not called
Error: you must call constructor first: LateLong::__construct() was not called
Error: The object is constructed already
ValueError: Swoole\Atomic::wakeup(): Argument #1 ($count) must be at least 1
TypeError: Swoole\Atomic::add(): Argument #1 ($add_value) must be of type int, string given
Error: Trying to clone an uncloneable object of class Swoole\Atomic
Exception: Serialization of 'Swoole\Atomic' is not allowed
