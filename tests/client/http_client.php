<?php
// Swoole\Coroutine\Http\Client against the servers of the test, which names a function and gives it what it needs. What the
// function returns is printed as JSON.

use Swoole\Coroutine\Http\Client;

require __DIR__ . '/../support/server.php';

function client(bool $has_tls = false, array $options = []): Client
{
    $client = new Client(given('host', '127.0.0.1'), given($has_tls ? 'tls_port' : 'port'), $has_tls);
    $client->set($options + ['timeout' => given('patience_s')]);
    return $client;
}

function outcome(Client $client): array
{
    return ['status' => $client->statusCode, 'errCode' => $client->errCode, 'errMsg' => $client->errMsg, 'body' => $client->body,
        'headers' => $client->headers, 'connected' => $client->connected];
}

/** The bodies of several paths, on one connection while the server keeps it. */
function bodies(): array
{
    $client = client();
    $bodies = [];
    foreach (given('targets') as $path) {
        $bodies[] = $client->get($path) ? $client->body : $client->statusCode;
    }
    return $bodies;
}

/** One request with options, and what became of it. */
function one(): array
{
    $client = client(given('tls', false), given('options', []));
    $client->setMethod(given('method', 'GET'));
    $client->setHeaders(given('headers', []));
    $client->setCookies(given('cookies', []));
    $ok = $client->execute(given('target', '/'));
    return ['ok' => $ok, 'cookies' => $client->cookies] + outcome($client);
}

/** A file that goes up by PUT, in one piece of memory, with what the server says before and after. */
function put(): array
{
    $client = client();
    $client->setHeaders(given('headers', []));
    $client->setMethod('PUT');
    $client->setData(file_get_contents(given('file')));
    $client->execute(given('target'));
    return outcome($client);
}

/** A download by several requests for its parts, which follow each other in the file. */
function download(): array
{
    $client = client();
    $before = memory_get_usage();
    $statuses = [];
    foreach (given('offsets') as $number => $offset) {
        $end = given('offsets')[$number + 1] ?? null;
        $client->setHeaders($end === null && $offset === 0 ? [] : ['Range' => "bytes=$offset-" . ($end === null ? '' : $end - 1)]);
        $client->download(given('target'), given('file'), $offset);
        $statuses[] = $client->statusCode;
    }
    return [$statuses, memory_get_peak_usage() - $before < 8 << 20];
}

/** Many requests at once, each with a client of its own. */
function at_once(): array
{
    $sizes = Swoole\Coroutine\map(range(1, given('count')), function () {
        $client = client();
        $total = 0;
        for ($i = 0; $i < 5; ++$i) {
            $client->get(given('target'));
            $total += strlen($client->body);
        }
        return $total;
    });
    return array_count_values($sizes);
}

/** HTTPS with each set of options. */
function verified(): array
{
    $found = [];
    foreach (given('tries') as $name => [$host, $options]) {
        $client = new Client($host, given('tls_port'), true);
        $client->set($options + ['timeout' => given('patience_s')]);
        $client->get('/connection');
        $found[$name] = [$client->statusCode, $client->errMsg];
    }
    return $found;
}

Co\run(function () {
    echo json_encode(given('call')(), JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
});
