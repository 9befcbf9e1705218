--TEST--
Channel: outside of coroutines it works as long as nobody has to wait
--FILE--
<?php
$channel = new Chan(1);
var_dump($channel->push('main'));
try { $channel->push('full'); } catch (Error $e) { echo get_class($e) . ': ' . $e->getMessage() . ' ' . $e->getCode() . "\n"; }
var_dump($channel->pop());
try { $channel->pop(); } catch (Error $e) { echo get_class($e) . ': ' . $e->getMessage() . "\n"; }
go(function () use ($channel) {
    while (($value = $channel->pop()) !== false) echo "got $value\n";
    echo "closed\n";
});
foreach (['a', 'b'] as $value) $channel->push($value);
$channel->close();
var_dump($channel->push('c'), $channel->pop());
// Where a coroutine may not suspend either: destructors, on PHP 8.2 and 8.3.
go(function () {
    $channel = new Chan(1);
    go(function () use ($channel) { echo 'got ' . $channel->pop() . "\n"; });
    $object = new class($channel) {
        public function __construct(private $channel) {}
        public function __destruct() { $this->channel->push('of a destructor'); }
    };
    $object = null;
    echo "destroyed\n";
});
// Nobody waits in the program that ends.
$left = new Chan(1);
register_shutdown_function(function () use ($left) { $left->push(1); echo "end\n"; });
?>
--EXPECT--
bool(true)
Swoole\Error: API must be called in the coroutine 10001
string(4) "main"
Swoole\Error: API must be called in the coroutine
got a
got b
closed
bool(false)
bool(false)
got of a destructor
destroyed
end
