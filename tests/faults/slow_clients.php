<?php
// The server of slow_clients_test.py: a port in clear, and one each with TLS, with a PROXY header, and with both.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
foreach ([['tls' => 'self-signed'], ['proxy_protocol' => true], ['tls' => 'self-signed', 'proxy_protocol' => true]] as $more) {
    $kind = isset($more['tls']) ? SWOOLE_SOCK_TCP | SWOOLE_SSL : SWOOLE_SOCK_TCP;
    $server->listen('127.0.0.1', 0, $kind)->set($more + given('port_options'));
}
$server->on('message', fn() => null);
$server->on('request', function ($request, $response) use ($server) {
    $response->end(match ($request->server['path_info']) {
        '/stats' => json_encode($server->stats()),
        '/large' => str_repeat('x', 20_000_000),
        default => 'served',
    });
});
run();
