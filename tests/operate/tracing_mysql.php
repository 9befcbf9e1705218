<?php
// A request that asks a MariaDB and another server, both within spans.

use Tern\Tracing;

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    ['port' => $port, 'other' => $other] = $request->get;
    $pdo = new PDO("mysql:host=127.0.0.1;port=$port", 'root', '', [PDO::ATTR_EMULATE_PREPARES => true]);
    $found = Tracing::span('query', fn() => $pdo->query('SELECT SLEEP(0.01) + 42')->fetchColumn());
    $theirs = Tracing::span('ask', fn() => file_get_contents(
        "http://127.0.0.1:$other/upstream",
        false,
        stream_context_create(['http' => ['header' => 'traceparent: ' . Tracing::traceparent()]]),
    ));
    $response->end("$found $theirs");
});
run();
