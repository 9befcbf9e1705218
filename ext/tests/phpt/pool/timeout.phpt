--TEST--
Pool: whoever waits too long learns who has the connections
--FILE--
<?php
require __DIR__ . '/connection.inc';
Co\run(function () {
    $pool = pool(size: 1, timeout: 0.001, name: 'orders');
    $done = new Co\Channel(1);
    $holder = go(function () use ($pool, $done) {
        $it = $pool->get();
        $done->pop();
        $pool->put($it);
    });
    foreach ([null, 0.002] as $timeout) {
        try {
            $pool->get($timeout);
        } catch (Tern\PoolTimeout $e) {
            echo preg_replace(['/within [\d.]+ s/', '/for [\d.]+ s/', '~at /.*/~'], ['within T s', 'for T s', 'at '], $e->getMessage()), "\n";
            $row = $e->holders[0];
            var_dump($row['cid'] === $holder, $row['seconds'] > 0, basename($row['where']));
        }
    }
    $done->push(true);
    echo $pool->use(fn (Connection $it) => $it->number), ' ', $pool->stats()['timeouts'], ' ', $pool->stats()['waiting'], "\n";
});
?>
--EXPECT--
Pool 'orders' had no connection within T s: 1 of 1 are in use; coroutine 2 has one for T s, taken at timeout.php:7
bool(true)
bool(true)
string(13) "timeout.php:7"
Pool 'orders' had no connection within T s: 1 of 1 are in use; coroutine 2 has one for T s, taken at timeout.php:7
bool(true)
bool(true)
string(13) "timeout.php:7"
1 2 0
