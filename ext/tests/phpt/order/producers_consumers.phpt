--TEST--
Three producers and two consumers over a channel of two
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(2);
    foreach (['a', 'b', 'c'] as $name) go(function () use ($channel, $name) { for ($i = 0; $i < 3; ++$i) { $channel->push("$name$i"); echo "+$name$i "; } });
    foreach ([1, 2] as $consumer) go(function () use ($channel, $consumer) { while (($value = $channel->pop(0.01)) !== false) echo "-$value($consumer) "; });
    Co::sleep(0.03);
    echo "\n", json_encode($channel->stats()), "\n";
});
?>
--EXPECT--
+a0 +a1 +a2 -a0(1) +b0 -a1(1) +c0 -a2(1) +b1 -b0(1) +c1 -c0(1) +b2 -b1(1) +c2 -c1(1) -b2(1) -c2(1) 
{"consumer_num":0,"producer_num":0,"queue_num":0}
