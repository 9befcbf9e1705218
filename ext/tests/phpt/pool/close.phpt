--TEST--
Pool: close() ends waits, idle connections at once, others when they come back
--FILE--
<?php
require __DIR__ . '/connection.inc';
Co\run(function () {
    $pool = pool(size: 2, name: 'mine');
    $it = $pool->get();
    $pool->use(fn () => null);
    $pool2 = pool(size: 1, name: 'other');
    $held = $pool2->get();
    go(function () use ($pool2) {
        try {
            $pool2->get();
        } catch (Tern\PoolException $e) {
            echo $e->getMessage(), "\n";
        }
    });
    $pool2->close();
    $pool2->put($held);
    echo json_encode(array_intersect_key($pool2->stats(), ['size' => 1, 'closed' => 1, 'waiting' => 1])), "\n";
    $pool->close();
    $pool->close();
    echo $pool->stats()['size'], "\n";
    $pool->put($it);
    echo json_encode($pool->stats()['closed']), ' ', $pool->stats()['size'], "\n";
    try {
        $pool->use(fn () => null);
    } catch (Tern\PoolException $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
Pool 'other' is closed
{"size":0,"waiting":0,"closed":{"close":1}}
1
{"close":2} 0
Pool 'mine' is closed
