--TEST--
Channel: wrong arguments, second construction, clone and serialize throw; errCode may be anything
--FILE--
<?php
function attempt(callable $call) {
    try { var_dump($call()); } catch (Throwable $e) { echo get_class($e) . ': ' . $e->getMessage() . "\n"; }
}
class WithoutParent extends Chan { public function __construct() {} }
$channel = new Chan(2);
attempt(fn () => new Chan('many'));
attempt(fn () => $channel->push());
attempt(fn () => $channel->push(1, 'soon'));
attempt(fn () => $channel->pop([]));
attempt(fn () => $channel->length(1));
attempt(fn () => $channel->__construct(5));
attempt(fn () => clone $channel);
attempt(fn () => serialize($channel));
attempt(fn () => unserialize('O:24:"Swoole\Coroutine\Channel":0:{}'));
foreach (['push', 'pop', 'isEmpty', 'isFull', 'close', 'length', 'stats'] as $name) {
    $arguments = $name === 'push' ? [1] : [];
    attempt(fn () => (new WithoutParent)->$name(...$arguments));
}
$channel->errCode = 'text';
$channel->push(1);
var_dump($channel->errCode);
$number = 7;
$channel->errCode = &$number;
$channel->pop();
var_dump($number);
attempt(function () use ($channel) { unset($channel->errCode); });
$channel->push(1);
var_dump($channel->errCode);
$channel->capacity = 100;
$channel->push(1);
var_dump($channel->isFull());
?>
--EXPECT--
TypeError: Swoole\Coroutine\Channel::__construct(): Argument #1 ($size) must be of type int, string given
ArgumentCountError: Swoole\Coroutine\Channel::push() expects at least 1 argument, 0 given
TypeError: Swoole\Coroutine\Channel::push(): Argument #2 ($timeout) must be of type float, string given
TypeError: Swoole\Coroutine\Channel::pop(): Argument #1 ($timeout) must be of type float, array given
ArgumentCountError: Swoole\Coroutine\Channel::length() expects exactly 0 arguments, 1 given
Error: The channel is constructed already
Error: Trying to clone an uncloneable object of class Swoole\Coroutine\Channel
Exception: Serialization of 'Swoole\Coroutine\Channel' is not allowed
Exception: Unserialization of 'Swoole\Coroutine\Channel' is not allowed
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
Error: you must call constructor first: Swoole\Coroutine\Channel::__construct() was not called
int(0)
int(0)
Error: Property errCode of class Swoole\Coroutine\Channel cannot be unset
int(0)
bool(true)
