<?php
// The server of tls_test.py and tls_change_test.py.

require __DIR__ . '/../support/server.php';

$server = http_server();
// A second port: one with a certificate, or one in clear.
if (($files = given('second_certificate', null)) !== null) {
    $second = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP | SWOOLE_SSL);
    $second->set(['ssl_cert_file' => $files[0], 'ssl_key_file' => $files[1]]);
    note('SSL', json_encode(array_map(fn($port) => $port->ssl, $server->ports)));
}
if (given('second_in_clear', false)) {
    $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
}
$server->on('request', function ($request, $response) use ($server) {
    if (answers_serving($request, $response, $server)) {
        return;
    }
    switch ($request->server['path_info']) {
        case '/facts':
            return $response->end(json_encode($request->server + ['worker' => $server->worker_id]));
        case '/info':
            return $response->end(json_encode($server->getClientInfo($request->fd)));
        case '/stats':
            return $response->end(json_encode($server->stats()));
        case '/length':
            return $response->end((string) strlen($request->rawContent()));
        case '/large':
            return $response->end(str_repeat('0123456789abcdef', 1 << 16));
        case '/pieces':
            for ($i = 0; $i < 100; ++$i) {
                $response->write(str_repeat(chr(97 + $i % 26), 1000));
            }
            return $response->end();
        case '/file':
            return $response->sendfile(__FILE__);
    }
    $response->end($request->server['path_info']);
});
run();
