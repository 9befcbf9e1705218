--TEST--
Server event workerExit: getWorkerStatus() is SWOOLE_WORKER_EXIT, also while the worker's successor serves
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('workerStart', function () {
    $GLOBALS['waits'] = go(function () { Swoole\Coroutine::yield(); });
});
$server->on('workerExit', function ($server) {
    echo json_encode([$server->getWorkerStatus() === SWOOLE_WORKER_EXIT, $server->getWorkerStatus($server->worker_id) === SWOOLE_WORKER_EXIT]), "\n";
    Swoole\Coroutine::resume($GLOBALS['waits']);
});
$server->on('request', function ($request, $response) {
    if ($request->server['request_uri'] === '/reload') $GLOBALS['server']->reload();
    $response->end((string) getmypid());
});
PHP);
$first = $server->get('/reload');
while ($server->get('/') === $first) usleep(1000);
echo $server->stop();
?>
--EXPECT--
[true,true]
[true,true]
