<?php
// One worker that waits for any of the clients of clients.php, as the path of a request says.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/clients.php';

ignore_user_abort(false);
Co::set(['aio_worker_num' => given('count')]);

function find(string $name): Client
{
    static $clients = [];
    return $clients[$name] ??= Client::make($name, given('at')[$name]);
}

function leave(Client $client): string
{
    try {
        return $client->pass(0);
    } finally {
        echo "left\n";
    }
}

$server = http_server();
$server->on('request', function ($request, $response) {
    [, $what, $name, $number] = explode('/', $request->server['path_info']) + [2 => '', 3 => 0];
    $response->end(match ($what) {
        'shut', 'open' => find($name)->$what((int) $number) ?? 'done',
        'waiting' => (string) find($name)->waiting(),
        'pass' => find($name)->pass((int) $number),
        'leave' => leave(find($name)),
        'tick' => 'tick',
    });
});
run();
