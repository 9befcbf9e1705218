<?php
// The client of tern_http_client_test.py: runs the scenario that the test gives, and prints what it returns as JSON.
require __DIR__ . '/../support/server.php';

use Swoole\Coroutine;
use Tern\Http\Client;

function client(array $options = []): Client
{
    return new Client($options + given('options', []) + ['base_url' => given('url')]);
}

function host(Client $client): array
{
    return current($client->stats()['hosts']);
}

function get_many(): array
{
    $client = client();
    $found = Coroutine\map(range(1, given('count')), function () use ($client) {
        $response = $client->get(given('target'));
        return [$response->status, $response->protocol, strlen($response->body()), hash('sha256', $response->body())];
    });
    $response = $client->get(given('target'));
    return ['distinct' => array_values(array_unique($found, SORT_REGULAR)), 'host' => host($client), 'type' => $response->header('content-type'),
        'coding' => $response->header('content-encoding')];
}

function one_after_the_other(): array
{
    $client = client();
    for ($done = 0, $i = given('count'); $i > 0; --$i) {
        $done += (int) $client->get(given('target'))->isOk();
    }
    return [$done, host($client)['opened']];
}

function put_and_get(): array
{
    $client = client();
    $data = random_bytes(given('size'));
    $pieces = fn() => str_split($data, 50_000);
    $put = [];
    foreach ([['body' => $data], ['body' => $pieces], ['body' => $pieces, 'headers' => ['Content-Length' => strlen($data)]]] as $options) {
        $put[] = $client->put('/put', $options)->status;
    }
    $hash = hash_init('sha256');
    $response = $client->get('/put', ['stream' => true]);
    while (($piece = $response->read()) !== '') {
        hash_update($hash, $piece);
    }
    return [$put, $response->protocol, hash_final($hash) === hash('sha256', $data)];
}

function errors(): array
{
    $found = [];
    foreach (given('attempts') as [$url, $options]) {
        try {
            $found[] = (new Client($options + ['retries' => 0]))->get($url)->status;
        } catch (Client\Exception $error) {
            $found[] = [$error::class, $error->getMessage()];
        }
    }
    return $found;
}

$result = null;
if (given('outside', false)) {
    $result = given('scenario')();
} else {
    Coroutine\run(function () use (&$result) {
        $result = given('scenario')();
    });
}
echo json_encode($result, JSON_THROW_ON_ERROR), "\n";
