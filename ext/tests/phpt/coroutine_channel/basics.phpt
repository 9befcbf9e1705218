--TEST--
Channel: values of every type, in order; length, isEmpty, isFull, stats, capacity, names
--FILE--
<?php
Co\run(function () {
    $channel = new Swoole\Coroutine\Channel(6);
    var_dump($channel);
    $object = new stdClass;
    foreach ([1, 1.5, 'text', null, false, [1, [2]], $object] as $i => $value) {
        if ($i === 6) break;
        var_dump($channel->push($value));
    }
    var_dump($channel->isFull(), $channel->isEmpty(), $channel->length());
    echo json_encode($channel->stats()), "\n";
    while (!$channel->isEmpty()) echo json_encode($channel->pop()), ' ', $channel->errCode, "\n";
    var_dump($channel->isFull(), $channel->length());
    $channel->push($object);
    var_dump($channel->pop() === $object);
    $reference = 'by value';
    $alias = &$reference;
    $channel->push($alias);
    $alias = 'changed';
    var_dump($channel->pop());
    foreach ([0, -5, 1, PHP_INT_MAX, PHP_INT_MIN] as $size) echo (new chan($size))->capacity, "\n";
    echo (new Chan)->capacity, ' ', get_class(new Co\Channel), "\n";
});
?>
--EXPECTF--
object(Swoole\Coroutine\Channel)#%d (2) {
  ["capacity"]=>
  int(6)
  ["errCode"]=>
  int(0)
}
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(6)
{"consumer_num":0,"producer_num":0,"queue_num":6}
1 0
1.5 0
"text" 0
null 0
false 0
[1,[2]] 0
bool(false)
int(0)
bool(true)
string(8) "by value"
1
1
1
9223372036854775807
1
1 Swoole\Coroutine\Channel
