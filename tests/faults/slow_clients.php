<?php
// The server of slow_clients_test.py: a port in clear, one each with TLS, with a PROXY header, and with both, and one for each way
// to find the packets of a program's own protocol.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
foreach ([['tls' => 'self-signed'], ['proxy_protocol' => true], ['tls' => 'self-signed', 'proxy_protocol' => true]] as $more) {
    $kind = isset($more['tls']) ? SWOOLE_SOCK_TCP | SWOOLE_SSL : SWOOLE_SOCK_TCP;
    $server->listen('127.0.0.1', 0, $kind)->set($more + given('port_options'));
}
$framings = [
    ['open_length_check' => true, 'package_length_type' => 'N', 'package_length_offset' => 0, 'package_body_offset' => 4],
    ['open_eof_split' => true, 'package_eof' => "\r\n"],
    ['open_mqtt_protocol' => true],
    [],
];
foreach ($framings as $framing) {
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->set($framing + ['open_http_protocol' => false, 'open_http2_protocol' => false, 'open_websocket_protocol' => false, 'max_idle_time' => 1]);
    $port->on('receive', fn($server, $fd) => $server->send($fd, 'served'));
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
