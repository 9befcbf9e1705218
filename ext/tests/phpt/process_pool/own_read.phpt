--TEST--
Process\Pool: a worker's own read() gets its messages although the pool receives them, too
--FILE--
<?php
use Swoole\Process\Pool;
function run(bool $in_coroutines, bool $reads_in_a_coroutine): void {
    $pool = new Pool(2, SWOOLE_IPC_UNIXSOCK, 0, $in_coroutines);
    $pool->on('workerStart', function (Pool $pool, int $id) use ($reads_in_a_coroutine) {
        if ($id === 0) return;
        $read = function () use ($pool) {
            foreach (['first', 'second'] as $text) {
                $pool->sendMessage("send $text", 0);
                echo "read {$pool->getProcess()->read()}\n";
            }
            $pool->sendMessage('send third', 0);
        };
        $reads_in_a_coroutine ? go($read) : $read();
    });
    $pool->on('message', function (Pool $pool, string $data) {
        if ($pool->workerId === 0) return $pool->sendMessage(substr($data, 5), 1);
        echo "message $data\n";
        $pool->shutdown();
    });
    $pool->start();
    echo "--\n";
}
run(false, false);
run(true, false);
run(true, true);
?>
--EXPECT--
read first
read second
message third
--
read first
read second
message third
--
read first
read second
message third
--
