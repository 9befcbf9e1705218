<?php
// The server of mysql_test.py: each path is one of mysql_actions.php, with a connection that the worker keeps.

require __DIR__ . '/../support/server.php';

function connect(array $more = []): Swoole\Coroutine\MySQL
{
    $client = new Swoole\Coroutine\MySQL();
    $client->connect($more + given('at')) || throw new Exception($client->connect_error);
    return $client;
}

function value($client, string $sql): mixed
{
    return current($client->query($sql)[0]);
}

$server = http_server();
$server->on('request', function ($request, $response) {
    static $keeper = null;
    $keeper ??= connect(['timeout' => 20]);
    [, $what] = explode('/', $request->server['path_info']);
    $response->end(json_encode((require __DIR__ . '/mysql_actions.php')[$what]($keeper)));
});
run();
