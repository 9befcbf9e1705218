<?php
// Servers of dtls_test.py: each function adds the callbacks of one.

use Swoole\Server;

require __DIR__ . '/../support/server.php';

// Answers each message with its worker and its length or text, and says what happens.
function echoes(Server $server): void
{
    $server->on('connect', function ($server, $fd) {
        $info = $server->getClientInfo($fd);
        note('connect', (string) $fd, $info['remote_ip'], (string) $info['remote_port'], (string) $info['socket_type']);
    });
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $text = trim($data);
        match (true) {
            $text === 'close' => $server->close($fd),
            $text === 'worker' => $server->send($fd, "worker $server->worker_id\n"),
            $text === 'large' => $server->send($fd, var_export(@$server->send($fd, str_repeat('x', 16385)), true) . ' ' . swoole_last_error() . "\n"),
            $text === 'stats' => $server->send($fd, json_encode(array_intersect_key($server->stats(), ['connection_num' => 1, 'tls_handshake_count' => 1]))),
            $text === 'elsewhere' => $server->sendMessage((string) $fd, 1 - $server->worker_id),
            default => $server->send($fd, "echo $data"),
        };
    });
    $server->on('pipeMessage', fn($server, $from, $fd) => $server->send((int) $fd, "from worker $server->worker_id\n"));
    $server->on('close', fn($server, $fd) => note('close', (string) $fd));
}

function starts(): Server
{
    $server = prepared(new Server(given('host', '127.0.0.1'), given('port', 0), SWOOLE_PROCESS, given('type', SWOOLE_SOCK_UDP | SWOOLE_SSL)));
    given('scenario', 'echoes')($server);
    return $server;
}

$server = starts();
run();
