<?php
// A reverse proxy: requests go to UPSTREAM, and bodies pass through in pieces, both ways, however large they are.
//   UPSTREAM=http://127.0.0.1:8080 php examples/proxy.php
//   curl -v http://127.0.0.1:9501/
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;
use Tern\Http\BodyStream;
use Tern\Http\Client;

/** Fields about one connection, not about the message: RFC 9110, 7.6.1. */
const HOP_BY_HOP = ['connection' => 1, 'keep-alive' => 1, 'proxy-connection' => 1, 'te' => 1, 'trailer' => 1, 'transfer-encoding' => 1,
    'upgrade' => 1, 'proxy-authenticate' => 1, 'proxy-authorization' => 1, 'expect' => 1];

/** What is about the message whatever a client writes into Connection: without them it would be another message. */
const NEVER_HOP_BY_HOP = ['host', 'authorization', 'cookie', 'set-cookie', 'cache-control', 'content-length', 'content-type',
    'content-encoding', 'content-range', 'range', 'location', 'vary'];

/**
 * @param array<mixed> $fields by name in lower case
 * @return array<mixed>
 */
function end_to_end(array $fields, string $connection): array
{
    $named = $connection === '' ? [] : array_flip(explode(',', strtolower(strtr($connection, [' ' => '', "\t" => '']))));
    return array_diff_key($fields, HOP_BY_HOP, array_diff_key($named, array_flip(NEVER_HOP_BY_HOP)));
}

/**
 * What the request says to the upstream. Strangers may claim to come from anywhere: what they say of that is replaced. Behind
 * another proxy set trusted_proxies: then remote_addr is the client's.
 *
 * @return array<mixed>
 */
function request_fields(Request $request): array
{
    $header = $request->header ?? [];
    $fields = end_to_end($header, $header['connection'] ?? '');
    $address = $request->server['remote_addr'];
    $scheme = isset($request->server['https']) ? 'https' : 'http';
    $host = addcslashes($header['host'] ?? '', '\"');
    $via = isset($header['via']) ? "{$header['via']}, " : '';
    return [
        'x-forwarded-for' => $address,
        'x-forwarded-proto' => $scheme,
        'x-forwarded-host' => $header['host'] ?? '',
        'forwarded' => 'for=' . (str_contains($address, ':') ? "\"[$address]\"" : $address) . ";proto=$scheme;host=\"$host\"",
        'via' => $via . '1.1 tern',
    ] + $fields;
}

function respond(Client\Response $from, Response $response): void
{
    // Without a type the server would say text/html, and a browser would run what it may only show.
    $headers = $from->headers() + ['content-type' => 'application/octet-stream'];
    foreach (end_to_end($headers, $from->header('connection') ?? '') as $name => $values) {
        $response->header($name, $values);
    }
    $response->status($from->status, $from->reason);
    $length = (int) $from->header('content-length');
    while (($piece = $from->read()) !== '') {
        if (strlen($piece) === $length) {
            $response->end($piece);
            return;
        }
        // Waits while the client reads slowly; the upstream waits with it. False: the client has gone.
        if (!$response->write($piece)) {
            return;
        }
    }
    foreach ($from->trailers() as $name => $value) {
        $response->trailer($name, implode(', ', (array) $value));
    }
    $response->end();
}

$upstream = rtrim(getenv('UPSTREAM') ?: 'http://127.0.0.1:8080', '/');
$client = new Client([
    'stream' => true,
    'decode' => false,      // the client decodes
    'redirects' => 0,       // the client follows them
    'retries' => 0,         // the client decides
    'timeout' => 30,        // of the upstream's head, and of each further piece
    'max_per_host' => 1000,
    'headers' => ['User-Agent' => null, 'Accept' => null],
]);

$server = new Server('127.0.0.1', 9501);
$server->set([
    'http_stream_bodies' => ['/'],      // the request is handled when its head has arrived
    'http_compression' => false,        // what the upstream has sent is sent on
    'package_max_length' => '1G',       // of a request's body; 413 otherwise
]);

$server->on('request', function (Request $request, Response $response) use ($client, $upstream) {
    $query = isset($request->server['query_string']) ? "?{$request->server['query_string']}" : '';
    $body = new BodyStream($request);
    $options = ['headers' => request_fields($request)] + ($body->eof() ? [] : ['body' => $body]);
    try {
        $from = $client->request($request->server['request_method'], "$upstream{$request->server['request_uri']}$query", $options);
    } catch (Client\Exception | ValueError $error) {
        $response->status(match (true) {
            $error instanceof ValueError => 400,            // a target or method that cannot be sent
            $error instanceof Client\Timeout => 504,
            $error instanceof Client\HostBusy => 503,
            default => 502,
        });
        $response->end();
        return;
    }
    try {
        respond($from, $response);
    } catch (Client\Exception) {
        $response->close();     // the client must not take a part for the whole
    }
});

$server->start();
