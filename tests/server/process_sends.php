<?php
// A process of the program that answers the clients of the workers.

require __DIR__ . '/../support/server.php';

$server = prepared(new Swoole\Server('127.0.0.1', 0));
$process = new Swoole\Process(function ($process) use ($server) {
    while (true) {
        $fd = (int) $process->read();
        $known = $server->exists($fd) && $server->getClientInfo($fd)['remote_ip'] === '127.0.0.1'
            && in_array($fd, iterator_to_array($server->connections));
        note('<send', json_encode([$known, $server->send($fd, str_repeat('0123456789', 200000)), $server->close($fd)]) . '>');
    }
}, false, SOCK_DGRAM, false);
$server->addProcess($process);
$server->on('receive', function ($server, $fd, $reactor, $data) use ($process) {
    $process->write((string) $fd);
});
run();
