<?php
// A request that asks a PostgreSQL within a span.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $at = "host=127.0.0.1;port={$request->get['port']};dbname=postgres";
    $pdo = new PDO("pgsql:$at;user=tern;sslmode=disable;gssencmode=disable");
    $response->end(Tern\Tracing::span('query', fn() => $pdo->query('SELECT 42')->fetchColumn()));
});
run();
