--TEST--
Channel: what a waiting coroutine is woken for cannot be taken by anybody else
--FILE--
<?php
// Everybody who runs tries to steal at every moment that PHP code can run in.
Co\run(function () {
    $channel = new Chan(1);
    $got = [];
    $steal = function () use ($channel, &$got) {
        while (!$channel->isEmpty() && $channel->stats()['consumer_num'] === 0) $got[] = $channel->pop();
    };
    foreach ([1, 2, 3] as $i) {
        go(function () use ($channel, $i, &$got, $steal) {
            while (($value = $channel->pop()) !== false) {
                $got[] = $value;
                $steal();
                if (is_int($value) && $value % 3 === 0) $channel->push("$i after $value");
            }
        });
    }
    $pushed = 0;
    for ($i = 1; $i <= 9; ++$i) { $channel->push($i); $steal(); ++$pushed; }
    echo implode(', ', $got), "\n";
    echo json_encode($channel->stats()), "\n";
    $channel->close();
    $got = [];
    // The other side: room that a producer is woken for.
    $channel = new Chan(1);
    $channel->push('first');
    $refused = 0;
    foreach (['a', 'b', 'c'] as $value) {
        go(function () use ($channel, $value, &$refused) {
            $channel->push($value);
            if (!$channel->isFull()) echo "room after $value\n";
            if ($channel->push("stolen by $value", 0.001) === false) ++$refused;
        });
    }
    for ($i = 0; $i < 4; ++$i) $got[] = $channel->pop();
    echo implode(', ', $got), "\n";
    Co::sleep(0.02);
    echo "$refused of the others gave up\n";
    echo json_encode($channel->stats()), "\n";
});
?>
--EXPECT--
1, 2, 3, 3 after 3, 4, 5, 6, 3 after 6, 7, 8, 9, 3 after 9
{"consumer_num":3,"producer_num":0,"queue_num":0}
first, a, b, c
2 of the others gave up
{"consumer_num":0,"producer_num":0,"queue_num":1}
