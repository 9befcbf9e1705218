--TEST--
Pool: it grows to its least size by itself, and shrinks when connections are idle or old
--FILE--
<?php
require __DIR__ . '/connection.inc';
function sizes(Tern\Pool $pool): string
{
    $stats = $pool->stats();
    return "$stats[size] made $stats[created] closed " . json_encode($stats['closed']);
}
function atOnce(Tern\Pool $pool, int $count): void
{
    $held = array_map(fn () => $pool->get(), range(1, $count));
    array_walk($held, $pool->put(...));
}
Co\run(function () {
    $pool = pool(size: 5, min: 2);
    $pool->use(fn () => null);
    echo sizes($pool), "\n";
    $pool = pool(size: 5, min: 2, idleTime: 0.001, jitter: 0.5);
    atOnce($pool, 5);
    echo sizes($pool), "\n";
    usleep(2000);
    $pool->use(fn () => null);
    echo sizes($pool), "\n";
    $pool = pool(size: 5, maxLifetime: 0.001, jitter: 0);
    $it = $pool->get();
    usleep(2000);
    $pool->put($it);
    echo sizes($pool), "\n";
    $pool->use(fn () => null);
    $pool = pool(idleTime: 0, maxLifetime: 0);
    atOnce($pool, 3);
    echo sizes($pool), "\n";
});
?>
--EXPECT--
2 made 2 closed []
5 made 5 closed []
2 made 5 closed {"idle":3}
0 made 1 closed {"lifetime":1}
3 made 3 closed []
