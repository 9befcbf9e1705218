--TEST--
Pool: connections are made up to its size; who waits gets one in the order of coming; each comes back as new
--FILE--
<?php
require __DIR__ . '/connection.inc';
Co\run(function () {
    $pool = pool(size: 2);
    $gate = new Co\Channel(10);
    for ($i = 1; $i <= 5; ++$i) {
        go(function () use ($pool, $gate, $i) {
            $pool->use(function (Connection $it) use ($gate, $i) {
                echo "$i has $it->number", $it->used === [] ? '' : ' dirty', "\n";
                $it->used[] = $i;
                $gate->pop();
            });
        });
    }
    $stats = $pool->stats();
    echo json_encode($stats), "\n";
    for ($i = 1; $i <= 5; ++$i) {
        $gate->push(true);
        usleep(1);
    }
    $stats = $pool->stats();
    $stats['longest_wait'] = $stats['longest_wait'] > 0;
    echo json_encode($stats), "\n";
    echo $pool->use(fn (Connection $it, ...$rest) => count($rest)), "\n";
});
?>
--EXPECT--
1 has 1
2 has 2
{"name":"pool","size":2,"idle":0,"in_use":2,"waiting":3,"borrowed":2,"leaks":0,"timeouts":0,"created":2,"closed":[],"longest_wait":0}
3 has 1
4 has 2
5 has 1
{"name":"pool","size":2,"idle":2,"in_use":0,"waiting":0,"borrowed":5,"leaks":0,"timeouts":0,"created":2,"closed":[],"longest_wait":true}
0
