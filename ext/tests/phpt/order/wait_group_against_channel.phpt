--TEST--
A wait group that waits for workers on a channel
--FILE--
<?php
Co\run(function () {
    $work = new Chan(10);
    $group = new Co\WaitGroup;
    foreach ([1, 2] as $worker) {
        $group->add();
        go(function () use ($work, $group, $worker) { while (($n = $work->pop()) !== false) { echo "$worker:$n "; Co::sleep(0.001); } $group->done(); });
    }
    for ($n = 0; $n < 6; ++$n) $work->push($n);
    $work->close();
    $group->wait();
    echo "done\n";
});
?>
--EXPECT--
1:0 2:1 1:2 2:3 1:4 2:5 done
