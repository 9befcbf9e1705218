--TEST--
A worker whose workerStop callback takes long is not reported as blocked
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'blocking_threshold' => 0.01]);
$server->on('receive', fn () => null);
$server->on('start', fn ($server) => $server->shutdown());
$server->on('workerStop', fn () => usleep(50000));
$server->start();
echo "quiet\n";
?>
--EXPECT--
quiet
