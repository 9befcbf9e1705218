<?php
// Connects each client to each server that the test gives, and tells which refused and why.

use Swoole\Coroutine;

require __DIR__ . '/../support/server.php';

function options(string $authority, bool $verify, array $more): array
{
    return ($verify ? ['ssl_verify_peer' => true, 'ssl_cafile' => $authority] : []) + $more;
}

function context(string $authority, bool $verify)
{
    return stream_context_create($verify ? ['ssl' => ['cafile' => $authority]] : []);
}

$warnings = [];
set_error_handler(function (int $kind, string $text, string $file, int $line) use (&$warnings): bool {
    $warnings[Coroutine::getCid()][] = $text;
    return true;
});

/** What its warnings said, or null. */
function complaint(callable $call): ?string
{
    return $call() === false ? implode(' ', $GLOBALS['warnings'][Coroutine::getCid()] ?? ['no reason']) : null;
}

$clients = [
    'Swoole\Coroutine\Client' => function (int $port, string $authority, bool $verify, array $more) {
        $client = new Coroutine\Client(SWOOLE_SOCK_TCP | SWOOLE_SSL);
        $client->set(options($authority, $verify, $more) + ['ssl_host_name' => 'localhost']);
        return $client->connect('127.0.0.1', $port, given('patience_s')) ? null : $client->errMsg;
    },
    'Swoole\Client' => function (int $port, string $authority, bool $verify, array $more) {
        $client = new Swoole\Client(SWOOLE_SOCK_TCP | SWOOLE_SSL);
        $client->set(options($authority, $verify, $more) + ['ssl_host_name' => 'localhost']);
        return complaint(fn() => $client->connect('127.0.0.1', $port, given('patience_s'))) === null ? null : $client->errMsg;
    },
    'Swoole\Coroutine\Socket' => function (int $port, string $authority, bool $verify, array $more) {
        $socket = new Coroutine\Socket(AF_INET, SOCK_STREAM);
        $socket->setProtocol(['open_ssl' => true, 'ssl_host_name' => 'localhost'] + options($authority, $verify, $more));
        return $socket->connect('127.0.0.1', $port, given('patience_s')) ? null : $socket->errMsg;
    },
    'ssl://' => fn(int $port, string $authority, bool $verify) => complaint(
        fn() => stream_socket_client("ssl://localhost:$port", $code, $text, given('patience_s'), STREAM_CLIENT_CONNECT, context($authority, $verify)),
    ),
    'https://' => fn(int $port, string $authority, bool $verify) => complaint(
        fn() => file_get_contents("https://localhost:$port/", false, context($authority, $verify)),
    ),
    'curl' => function (int $port, string $authority, bool $verify) {
        $curl = curl_init("https://localhost:$port/");
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => given('patience_s')] + ($verify ? [CURLOPT_CAINFO => $authority] : []));
        return curl_exec($curl) === false ? curl_error($curl) : null;
    },
];

Coroutine\run(function () use ($clients) {
    $found = [];
    Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
    foreach (given('tries') as $name => [$port, $verify, $more, $only]) {
        foreach ($clients as $kind => $client) {
            if ($only && !in_array($kind, $only)) {
                continue;
            }
            Coroutine::create(function () use (&$found, $client, $name, $kind, $port, $verify, $more) {
                $found[$name][$kind] = $client($port, given('authority'), $verify, $more);
            });
        }
    }
    while (Coroutine::stats()['coroutine_num'] > 1) {
        Coroutine::sleep(0.001);
    }
    echo json_encode($found), "\n";
});
