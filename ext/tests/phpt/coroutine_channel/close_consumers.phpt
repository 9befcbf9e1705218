--TEST--
Channel: close() wakes the consumers that wait, in their order, each inside of it
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(2);
    $ids = [];
    foreach ([1, 2, 3, 4] as $i) {
        $ids[] = go(function () use ($channel, $i, &$ids) {
            $value = $channel->pop($i === 4 ? 10 : -1);
            echo "$i: " . json_encode($value) . " $channel->errCode\n";
            // Woken by close(), it ends the wait of another one that close() has yet to wake.
            if ($i === 1) Co::cancel($ids[1]);
        });
    }
    echo "close\n";
    var_dump($channel->close());
    echo json_encode($channel->stats()), "\n";
    foreach (new ArrayIterator([1, 2]) as $i) var_dump($channel->pop());
});
echo "closed by a destructor\n";
Co\run(function () {
    $channel = new Chan(1);
    go(function () use ($channel) {
        while (($value = $channel->pop()) !== false) echo "got $value\n";
        echo "no more\n";
    });
    (function () use ($channel) {
        $producer = new class($channel) {
            public function __construct(public $channel) {}
            public function __destruct() { $this->channel->push('last'); $this->channel->close(); }
        };
        $producer->channel->push('first');
    })();
    echo "end\n";
});
?>
--EXPECT--
close
1: false -2
2: false -3
3: false -2
4: false -2
bool(true)
{"consumer_num":0,"producer_num":0,"queue_num":0}
bool(false)
bool(false)
closed by a destructor
got first
got last
no more
end
