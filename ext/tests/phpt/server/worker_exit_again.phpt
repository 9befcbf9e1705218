--TEST--
Server event workerExit: again, within 100 ms, while a coroutine of before waits; getWorkerStatus() is idle in workerStart
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('workerStart', function ($server) {
    echo $server->getWorkerStatus() === SWOOLE_WORKER_IDLE ? "idle\n" : "busy\n";
    $GLOBALS['waits'] = go(function () { Swoole\Coroutine::yield(); echo "resumed\n"; });
});
$calls = 0;
$server->on('workerExit', function () use (&$calls) {
    echo "workerExit\n";
    if (++$calls === 3) Swoole\Coroutine::resume($GLOBALS['waits']);
});
$server->on('request', fn ($request, $response) => $response->end(''));
PHP);
$server->get('/');
echo $server->stop();
?>
--EXPECT--
idle
workerExit
workerExit
workerExit
resumed
