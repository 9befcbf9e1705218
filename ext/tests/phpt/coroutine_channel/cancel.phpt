--TEST--
Channel: Coroutine::cancel() ends the wait of a push and of a pop, for this coroutine only
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(1);
    $popping = [];
    foreach ([1, 2, 3] as $i) {
        $popping[$i] = go(function () use ($channel, $i) {
            $value = $channel->pop();
            echo "pop $i: " . json_encode($value) . ' ' . $channel->errCode . ' ' . swoole_last_error() . "\n";
        });
    }
    var_dump(Co::cancel($popping[2]), Co::cancel($popping[2]));
    $channel->push('for 1');
    $channel->push('for 3');
    $channel->push('in the queue');
    $pushing = [];
    foreach ([1, 2, 3] as $i) {
        $pushing[$i] = go(function () use ($channel, $i) {
            $done = $channel->push("of $i");
            echo "push $i: " . json_encode($done) . ' ' . $channel->errCode . "\n";
        });
    }
    Co::cancel($pushing[1]);
    while ($channel->length() > 0) echo $channel->pop() . "\n";
    var_dump($channel->errCode === SWOOLE_CHANNEL_OK, SWOOLE_CHANNEL_CANCELED);
});
?>
--EXPECT--
pop 2: false -3 10017
bool(true)
bool(false)
pop 1: "for 1" 0 10016
pop 3: "for 3" 0 10016
push 1: false -3
push 2: true 0
in the queue
push 3: true 0
of 2
of 3
bool(true)
int(-3)
