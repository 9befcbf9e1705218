--TEST--
Runtime: everything that sleeps suspends its coroutine only, in the order of times
--FILE--
<?php
$sleeps = [
    'usleep' => fn() => usleep(30000),
    'time_nanosleep' => fn() => time_nanosleep(0, 20_000_000),
    'time_sleep_until' => fn() => time_sleep_until(microtime(true) + 0.01),
    'sleep' => fn() => sleep(1),
    'none' => fn() => [usleep(0), sleep(0), time_nanosleep(0, 0)],
];
$all = function () use ($sleeps) {
    foreach ($sleeps as $name => $sleep) go(function () use ($name, $sleep) { $sleep(); echo "$name "; });
    echo "started ";
};
Co\run($all);
echo "\n";
Swoole\Runtime::enableCoroutine(false);
unset($sleeps['sleep']);
Co\run($all);
?>
--EXPECT--
none started time_sleep_until time_nanosleep usleep sleep 
usleep time_nanosleep time_sleep_until sleep none started 
