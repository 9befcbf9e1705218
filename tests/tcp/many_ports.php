<?php
// One server with seven ports, each with a protocol of its own.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
$server->on('message', fn($server, $frame) => $server->push($frame->fd, $frame->data));
$listen = function (array $options, string $event, callable $callback, int $type = SWOOLE_SOCK_TCP) use ($server) {
    $port = $server->listen('127.0.0.1', 0, $type);
    $port->set($options);
    $port->on($event, $callback);
};
$echo = fn($server, $fd, $reactor, $data) => $server->send($fd, $data);
$listen(
    ['open_http_protocol' => true, 'open_websocket_protocol' => false],
    'request',
    fn($request, $response) => $response->end('http'),
);
$listen(['open_length_check' => true, 'package_body_offset' => 4], 'receive', $echo);
$listen(['open_eof_split' => true, 'package_eof' => "\n"], 'receive', $echo);
$listen(
    ['open_mqtt_protocol' => true],
    'receive',
    fn($server, $fd, $reactor, $data) => ord($data[0]) === 0xc0 and $server->send($fd, "\xd0\0"),
);
$values = [];
$listen(['open_redis_protocol' => true], 'receive', function ($server, $fd, $reactor, $data) use (&$values) {
    preg_match_all('/\$\d+\r\n([^\r\n]*)/', $data, $words);
    [$name, $key, $value] = [...$words[1], null, null];
    if (strtoupper($name) === 'SET') {
        $values[$key] = $value;
    }
    $server->send($fd, match (strtoupper($name)) {
        'PING' => Swoole\Redis\Server::format(Swoole\Redis\Server::STATUS, 'PONG'),
        'SET' => Swoole\Redis\Server::format(Swoole\Redis\Server::STATUS, 'OK'),
        'GET' => isset($values[$key]) ? Swoole\Redis\Server::format(Swoole\Redis\Server::STRING, $values[$key])
            : Swoole\Redis\Server::format(Swoole\Redis\Server::NIL),
        default => Swoole\Redis\Server::format(Swoole\Redis\Server::ERROR, 'ERR unknown command'),
    });
});
$listen([], 'packet', fn($server, $data, $client) =>
    $server->sendto($client['address'], $client['port'], $data, $client['server_socket']), SWOOLE_SOCK_UDP);
run();
