--TEST--
Channel: close() wakes the producers that wait, in their order; what is left can be popped
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(2);
    $channel->push('a');
    $channel->push('b');
    foreach ([1, 2, 3] as $i) {
        go(function () use ($channel, $i) {
            $pushed = $channel->push($i);
            echo "$i: " . json_encode($pushed) . " $channel->errCode\n";
            if ($i === 1) echo 'again: ' . json_encode([$channel->push($i), $channel->close(), $channel->stats()]) . "\n";
        });
    }
    echo "close\n";
    var_dump($channel->close());
    var_dump($channel->close());
    var_dump($channel->push('c'), $channel->errCode === SWOOLE_CHANNEL_CLOSED, swoole_strerror(swoole_last_error()));
    var_dump($channel->length());
    var_dump($channel->pop(), $channel->errCode, $channel->push('room or not'), $channel->errCode);
    var_dump($channel->pop(), $channel->errCode);
    var_dump($channel->pop(), $channel->errCode, $channel->pop(5), $channel->errCode);
});
?>
--EXPECT--
close
1: false -2
again: [false,false,{"consumer_num":0,"producer_num":2,"queue_num":2}]
2: false -2
3: false -2
bool(true)
bool(false)
bool(false)
bool(true)
string(11) "Broken pipe"
int(2)
string(1) "a"
int(0)
bool(false)
int(-2)
string(1) "b"
int(0)
bool(false)
int(-2)
bool(false)
int(-2)
