--TEST--
enable_preemptive_scheduler: a loop that never waits gives way
--FILE--
<?php
Co::set(['enable_preemptive_scheduler' => true]);
Co\run(function () {
    $stop = false;
    go(function () use (&$stop) { while (!$stop); echo "loop ends\n"; });
    echo "main\n";
    go(function () use (&$stop) { $n = 0; while ($n < 10) ++$n; $stop = true; echo "stops it\n"; });
});
var_dump(Co::disableScheduler(), Co::enableScheduler());
?>
--EXPECT--
main
stops it
loop ends
bool(true)
bool(true)
