--TEST--
Channel: a pop resumes the first producer that waits, at once and inside of the pop
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(1);
    $channel->push('zero');
    foreach (['one', 'two', 'three'] as $value) {
        go(function () use ($channel, $value) {
            echo "producer of $value waits\n";
            var_dump($channel->push($value));
            echo "producer of $value goes on\n";
        });
    }
    echo json_encode($channel->stats()), "\n";
    for ($i = 0; $i < 4; ++$i) {
        echo "pop\n";
        echo 'got ' . $channel->pop() . "\n";
    }
    echo json_encode($channel->stats()), "\n";
});
?>
--EXPECT--
producer of one waits
producer of two waits
producer of three waits
{"consumer_num":0,"producer_num":3,"queue_num":1}
pop
bool(true)
producer of one goes on
got zero
pop
bool(true)
producer of two goes on
got one
pop
bool(true)
producer of three goes on
got two
pop
got three
{"consumer_num":0,"producer_num":0,"queue_num":0}
