<?php
// Servers of udp_test.py: each function adds the callbacks of one.

use Swoole\Server;

require __DIR__ . '/../support/server.php';

function echoes(Server $server): void
{
    $server->on('packet', function ($server, $data, $client) {
        $server->sendto($client['address'], $client['port'], $data, $client['server_socket']);
    });
}

// The names of the sockets that getSocket() gives, and what it says where there is none.
function names_its_sockets(Server $server): void
{
    $server->on('workerStart', function ($server) {
        $socket = $server->getSocket();
        $refused = @$server->getSocket(1) === false ? error_get_last()['message'] : 'found';
        note('<' . stream_socket_get_name($socket, false), stream_socket_get_name($server->ports[0]->getSocket(), false), $refused . '>');
        fclose($socket);
    });
    echoes($server);
}

function tells_of_the_client(Server $server): void
{
    $server->on('packet', function ($server, $data, $client) {
        $timed = $client['dispatch_time'] > 1e9 ? 'timed' : '';
        note('info', implode(' ', array_keys($client)), $client['address'], (string) $client['port'], (string) $client['server_port'], $timed);
    });
}

function takes_objects(Server $server): void
{
    $server->on('packet', function ($server, $data) {
        note(get_class($data), $data->address, (string) $data->port, $data->data, (string) $data->server_port);
        $server->sendto($data->address, $data->port, 'ok', $data->server_socket);
    });
}

// A port of IPv6 and one of TCP are beside it.
function has_other_ports(Server $server): void
{
    echoes($server);
    $server->listen('::1', 0, SWOOLE_SOCK_UDP6);
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, "tcp $data"));
}

function errors_of_sendto(Server $server): void
{
    $server->on('packet', function ($server, $data, $client) {
        note('results', json_encode([
            @$server->sendto('nowhere', 1, 'x'), swoole_last_error(), @$server->sendto('::1', 1, 'x'), swoole_last_error(),
            @$server->sendto($client['address'], $client['port'], ''),
        ]));
    });
}

$server = prepared(new Server('127.0.0.1', 0, SWOOLE_BASE, SWOOLE_SOCK_UDP));
given('scenario')($server);
run();
