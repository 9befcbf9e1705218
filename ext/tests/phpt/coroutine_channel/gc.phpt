--TEST--
Channel: cycles through values and properties are collected
--FILE--
<?php
class Noisy { public $back; public function __destruct() { echo "freed\n"; } }
class Own extends Chan { public $extra; public $more = []; }
$channel = new Chan(3);
$noisy = new Noisy;
$noisy->back = $channel;
$channel->push(1);
$channel->pop();
$channel->push($noisy);
$channel->push([['deep' => $channel]]);
$channel->push($channel);
unset($channel, $noisy);
var_dump(gc_collect_cycles() > 0);

$channel = new Own(1);
$channel->extra = $channel;
$channel->more[] = new Noisy;
@$channel->dynamic = $channel;
$channel->push(function () use ($channel) {});
unset($channel);
var_dump(gc_collect_cycles() > 0);

$without = (new ReflectionClass(Own::class))->newInstanceWithoutConstructor();
$without->extra = [$without, new Noisy];
unset($without);
var_dump(gc_collect_cycles() > 0);

// What is in use stays: a coroutine waits, another channel holds it.
$channel = new Chan(1);
go(function () use ($channel) { $channel->push([$channel, 'one']); $channel->push([$channel, 'two']); echo "end\n"; });
gc_collect_cycles();
var_dump($channel->pop()[1], $channel->pop()[1]);
?>
--EXPECT--
freed
bool(true)
freed
bool(true)
freed
bool(true)
end
string(3) "one"
string(3) "two"
