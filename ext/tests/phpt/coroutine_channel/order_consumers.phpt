--TEST--
Channel: a push resumes the first consumer that waits, at once and inside of the push
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(2);
    foreach ([1, 2, 3] as $i) {
        go(function () use ($channel, $i) {
            echo "consumer $i waits\n";
            $value = $channel->pop();
            echo "consumer $i has $value, errCode $channel->errCode\n";
        });
    }
    echo json_encode($channel->stats()), "\n";
    foreach (['a', 'b', 'c', 'd'] as $value) {
        echo "push $value\n";
        var_dump($channel->push($value));
    }
    echo json_encode($channel->stats()), "\n";
});
?>
--EXPECT--
consumer 1 waits
consumer 2 waits
consumer 3 waits
{"consumer_num":3,"producer_num":0,"queue_num":0}
push a
consumer 1 has a, errCode 0
bool(true)
push b
consumer 2 has b, errCode 0
bool(true)
push c
consumer 3 has c, errCode 0
bool(true)
push d
bool(true)
{"consumer_num":0,"producer_num":0,"queue_num":1}
