<?php
// A server that sends requests to itself, with a client that was made before it was started.
require __DIR__ . '/../support/server.php';

use Tern\Http\Client;
use Tern\Metrics;

$server = http_server();
$client = new Client(['metrics' => true] + given('client', []));

$server->on('request', function ($request, $response) use ($server, $client) {
    $url = "http://127.0.0.1:$server->port";
    $response->end(match ($request->server['path_info']) {
        '/ask' => $client->get("$url/upstream?secret=1")->body(),
        '/lost' => (function () use ($client) {
            try {
                $client->get('http://127.0.0.1:1/', ['retries' => 0]);
            } catch (Client\Exception $error) {
                return $error::class;
            }
        })(),
        '/metrics' => Metrics::render(),
        '/stats' => json_encode($client->stats()['hosts'][$url] ?? null),
        default => $request->header['traceparent'] ?? 'none',
    });
});
run();
