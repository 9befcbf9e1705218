--TEST--
Classes of static methods have no objects; clients cannot be serialized; what a class declares cannot be unset
--FILE--
<?php
function attempt(callable $call) {
    try { var_dump($call()); } catch (Throwable $e) { echo $e::class, ': ', $e->getMessage(), "\n"; }
}
foreach ([Swoole\Coroutine::class, Swoole\Event::class, Swoole\Runtime::class, Swoole\Timer::class, Swoole\Coroutine\System::class] as $class) {
    attempt(fn () => new $class());
}
class Clock extends Swoole\Timer { public array $own = [1]; public string $unset; }
attempt(fn () => new Clock());
class Inherits extends Swoole\Client { public $own = 1; }
foreach ([new Swoole\Client(SWOOLE_SOCK_TCP), new Inherits(SWOOLE_SOCK_TCP), new Swoole\Coroutine\Client(SWOOLE_SOCK_TCP),
    new Swoole\Coroutine\Http\Client('127.0.0.1'), new Swoole\Coroutine\Http2\Client('127.0.0.1')] as $client) {
    attempt(fn () => serialize($client));
}
attempt(fn () => unserialize('O:13:"Swoole\Client":0:{}'));
#[AllowDynamicProperties]
class Queue extends Swoole\Coroutine\Channel { public $own = 1; }
$queue = new Queue();
$queue->added = 1;
attempt(function () use ($queue) { unset($queue->own, $queue->added); return isset($queue->own, $queue->added); });
attempt(function () use ($queue) { unset($queue->capacity); });
attempt(function () { $response = new Swoole\Http\Response(); unset($response->header); });
?>
--EXPECT--
Error: The object of Swoole\Coroutine can not be created for security reasons
Error: The object of Swoole\Event can not be created for security reasons
Error: The object of Swoole\Runtime can not be created for security reasons
Error: The object of Swoole\Timer can not be created for security reasons
Error: The object of Swoole\Coroutine\System can not be created for security reasons
Error: The object of Clock can not be created for security reasons
Exception: Serialization of 'Swoole\Client' is not allowed
Exception: Serialization of 'Inherits' is not allowed
Exception: Serialization of 'Swoole\Coroutine\Client' is not allowed
Exception: Serialization of 'Swoole\Coroutine\Http\Client' is not allowed
Exception: Serialization of 'Swoole\Coroutine\Http2\Client' is not allowed
Exception: Unserialization of 'Swoole\Client' is not allowed
bool(false)
Error: Property capacity of class Queue cannot be unset
Error: Property header of class Swoole\Http\Response cannot be unset
