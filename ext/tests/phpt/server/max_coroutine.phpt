--TEST--
Server: max_coroutine of Coroutine::set() holds in workers, unless the server has its own
--FILE--
<?php
require __DIR__ . '/../server.inc';
foreach ([[], ['max_coroutine' => 100]] as $options) {
    $server = start_server(<<<'PHP'
    Co::set(['max_coroutine' => 1]);
    $server->on('workerStart', function () { Co::yield(); });
    $server->on('request', fn ($request, $response) => $response->end('served'));
    PHP, ['enable_deadlock_check' => false] + $options);
    [$head] = explode("\r\n\r\n", $server->ask('/'));
    echo strtok($head, "\r"), "\n", implode(preg_grep('/^Retry-After/', explode("\r\n", $head))), "\n";
    $server->stop();
}
?>
--EXPECT--
HTTP/1.1 503 Service Unavailable
Retry-After: 1
HTTP/1.1 200 OK
