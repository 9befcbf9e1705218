--TEST--
Timer: arguments that are refused
--FILE--
<?php
use Swoole\Timer;
$tries = [
    fn () => Timer::after(1, 'no_such_function'),
    fn () => Timer::after('soon', 'strlen'),
    fn () => Timer::after(1),
    fn () => Timer::tick(ms: 1, callback: 'strlen', other: 1),
    fn () => Timer::clear('x'),
];
foreach ($tries as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(Timer::stats()['num']);
?>
--EXPECTF--
TypeError: Swoole\Timer::after(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
TypeError: Swoole\Timer::after(): Argument #1 ($ms) must be of type int, string given
ArgumentCountError: Swoole\Timer::after() expects at least 2 arguments, 1 given
ArgumentCountError: %SSwoole\Timer::tick() does not accept %r(unknown named parameters|named variadic arguments)%r
TypeError: Swoole\Timer::clear(): Argument #1 ($timer_id) must be of type int, string given
int(0)
