--TEST--
Channel: who comes later waits behind those that wait already, also while one of them is being served
--FILE--
<?php
Co\run(function () {
    echo "producers\n";
    $channel = new Chan(1);
    $channel->push(0);
    go(function () use ($channel) {
        $channel->push(1);
        echo "1 is in; its producer pushes 3 behind the one that waits\n";
        $channel->push(3);
        echo "3 is in\n";
    });
    go(function () use ($channel) { $channel->push(2); echo "2 is in\n"; });
    for ($i = 0; $i < 4; ++$i) echo $channel->pop(), "\n";

    echo "consumers\n";
    $channel = new Chan(10);
    go(function () use ($channel) {
        echo 'first has ' . $channel->pop() . "\n";
        echo 'first has ' . $channel->pop() . "\n";
    });
    go(function () use ($channel) { echo 'second has ' . $channel->pop() . "\n"; });
    go(function () use ($channel) {
        foreach ([1, 2, 3] as $value) $channel->push($value);
        echo "pushed\n";
    });
});
?>
--EXPECT--
producers
1 is in; its producer pushes 3 behind the one that waits
0
2 is in
1
3 is in
2
3
consumers
first has 1
second has 2
first has 3
pushed
