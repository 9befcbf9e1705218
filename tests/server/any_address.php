<?php
// The server of any_address_test.py: listens on the addresses that the test gives, all with one number, and tells clients
// who they are.
require __DIR__ . '/../support/server.php';

$listens = given('listens');
[$host, $type] = array_shift($listens);
$server = new Swoole\Server($host, 0, SWOOLE_PROCESS, $type);
$server->set(['worker_num' => 1]);
$ports = [$server->ports[0]];
foreach ($listens as [$host, $type]) {
    $ports[] = $server->listen($host, $server->port, $type);
}
foreach ($ports as $number => $port) {
    $tell = fn($info) => "port $number: " . ($info['remote_ip'] ?? $info['address']);
    $port->on('connect', fn($server, $fd) => null);
    $port->on('receive', fn($server, $fd) => $server->send($fd, $tell($server->getClientInfo($fd))));
    $port->on('packet', fn($server, $data, $info) => $server->sendto($info['address'], $info['port'], $tell($info), $info['server_socket']));
}
$server->on('start', announce(...));
run();
