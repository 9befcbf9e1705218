<?php
// Servers of tcp_test.py: each function adds the callbacks of one.

use Swoole\Http\Server as HttpServer;
use Swoole\Server;
use Swoole\Timer;

require __DIR__ . '/../support/server.php';

function echoes(Server $server): void
{
    $server->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, $data));
}

function length_function(Server $server): void
{
    $server->set(['package_length_func' => function (string $data) {
        if (strlen($data) < 2) {
            return 0;
        }
        return is_numeric($data[0]) ? 1 + (int) $data[0] : -1;
    }]);
    $server->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, "[$data]"));
}

function length_function_that_throws(Server $server): void
{
    $server->set(['package_length_func' => function (string $data) {
        throw new Exception('no idea');
    }]);
    echoes($server);
}

function life_of_a_connection(Server $server): void
{
    $server->on('connect', fn($server, $fd, $reactor) => note('connect', (string) $fd));
    $server->on('close', fn($server, $fd, $reactor) => note('close', (string) $fd));
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        note('receive', (string) $fd, $data);
        $server->close($fd);
    });
}

function event_objects(Server $server): void
{
    $show = fn($name) => function ($server, $event) use ($name) {
        $timed = $event->dispatch_time > 1e9 ? 'timed' : 'not timed';
        note($name, get_class($event), (string) $event->fd, var_export($event->data, true), $timed);
        if ($name === 'receive') {
            $server->close($event->fd);
        }
    };
    foreach (['connect', 'receive', 'close'] as $name) {
        $server->on($name, $show($name));
    }
}

function waits_with_the_first_packet(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        note('in', $data, (string) Co::getCid());
        if ($data === "a\n") {
            Co::yield();
        }
        $server->send($fd, $data);
    });
}

function errors_of_sending(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $error = fn($sent) => $sent ? 'sent' : swoole_last_error();
        note('errors', json_encode([
            $error($server->send(999999, 'x')), $error(@$server->send($fd, '')), $error($server->send($fd, str_repeat('x', 5000))),
            $error($server->sendwait(999999, 'x')), $error($server->pause(999999)),
        ]));
    });
}

function waits_for_a_slow_client(Server $server): void
{
    $server->on('bufferfull', fn($server, $fd) => note('full'));
    $server->on('bufferempty', fn($server, $fd) => note('empty'));
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        for ($i = 0; $i < 64; ++$i) {
            if (!$server->send($fd, str_repeat(chr($i), 1 << 20))) {
                note('failed', (string) swoole_last_error());
            }
        }
        note('sent');
    });
}

// Sends up to 64 pieces of 1 MiB, until one is refused; returns how many were taken.
function send_much(Server $server, int $fd): int
{
    for ($i = 0; $i < 64 && $server->send($fd, str_repeat('x', 1 << 20)); ++$i);
    return $i;
}

function stops_early(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $sent = send_much($server, $fd);
        note('stopped', (string) swoole_last_error(), $sent < 64 ? 'early' : 'late');
    });
}

function stops_when_the_client_goes(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        send_much($server, $fd);
        note('stopped', (string) swoole_last_error());
    });
}

// Answers with the numbers of the worker and of the connection.
function who(Server $server, int $fd): bool
{
    return $server->send($fd, pack('NN', $server->worker_id, $fd));
}

function sends_to_another_worker(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        if ($data === 'who') {
            return who($server, $fd);
        }
        [$to, $size] = array_values(unpack('N2', $data));
        $server->send($to, str_repeat('y', $size)) or note('failed', (string) swoole_last_error());
    });
}

function sends_much_to_another_worker(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        if ($data === 'who') {
            return who($server, $fd);
        }
        $to = unpack('N', $data)[1];
        for ($i = 0; $i < 200000; ++$i) {
            if (!$server->send($to, sprintf("%09d\n", $i))) {
                return note('failed', (string) swoole_last_error());
            }
        }
        note('sent', $server->getClientInfo($to)['worker_id'] !== $server->worker_id ? 'elsewhere' : 'here');
    });
}

function sends_its_own_file(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $server->sendfile($fd, __FILE__, 2, 5) or note('failed');
        var_dump(@$server->sendfile($fd, '/nonexistent'), swoole_last_error());
        var_dump($server->sendfile($fd, __FILE__, 1 << 30));
        $server->close($fd);
    });
}

function confirms_later(Server $server): void
{
    $server->on('connect', function ($server, $fd) {
        note('connect', (string) $fd);
        Timer::after(1, fn() => note(var_export($server->confirm($fd), true)));
    });
    echoes($server);
}

function pauses_and_resumes(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $server->pause($fd);
        $server->send($fd, $data);
        Timer::after(1, fn() => $server->resume($fd));
    });
}

function binds(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        note('bind', json_encode([$server->bind($fd, 42), $server->bind($fd, 43), $server->bind(999, 1)]));
        $info = $server->getClientInfo($fd);
        note('info', json_encode([$info['uid'], $info['remote_ip'], $info['server_port'] === $server->port]));
    });
}

function has_a_heartbeat(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        if ($data === 'protect') {
            return $server->send($fd, $server->protect($fd) ? 'yes' : 'no');
        }
        note('idle', json_encode($server->heartbeat(false)));
    });
}

function lists_connections(Server $server): void
{
    $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $all = iterator_to_array($server->connections, false);
        sort($all);
        note('all', json_encode([
            count($server->connections) === count($all), count($all), in_array($fd, $all, true),
            isset($server->connections[$fd]), isset($server->connections[12345678]),
            $server->connections[$fd]['remote_ip'], count($server->ports[0]->connections),
            count($server->ports[1]->connections), get_class($server->connections),
        ]));
    });
}

function closes_the_others(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        if ($data === 'here') {
            return $server->send($fd, 'yes');
        }
        foreach ($server->connections as $to) {
            if ($to !== $fd) {
                $server->close($to);
            }
        }
    });
}

function answers_late(Server $server): void
{
    $server->on('receive', function ($server, $fd, $reactor, $data) {
        $pid = $server->worker_pid;
        note('waits');
        while (!file_exists('go')) {
            Co::sleep(0.005);
        }
        $server->send($fd, 'late') or note('failed');
    });
}

function beside_http(HttpServer $server): void
{
    $server->on('request', fn($request, $response) => $response->end('http'));
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->set(['open_eof_split' => true, 'package_eof' => "\n"]);
    $port->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, "tcp $data"));
    $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
}

function http_of_a_tcp_server(Server $server): void
{
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->set(['open_http_protocol' => true]);
    $port->on('request', fn($request, $response) => $response->end('http'));
    echoes($server);
}

function tells_of_closed_ones(Server $server): void
{
    $server->on('receive', fn($server, $fd) => $server->bind($fd, 7) && $server->send($fd, 'x'));
    $server->on('close', function ($server, $fd) {
        $info = $server->getClientInfo($fd);
        Co::sleep(0.001);
        note('INFO', json_encode([$info['uid'], $info['remote_ip'], $info['close_errno'], $info === $server->getClientInfo($fd)]));
        Timer::after(1, fn() => note('LATER', json_encode($server->getClientInfo($fd))));
    });
}

function greets(Server $server): void
{
    echoes($server);
    $server->on('connect', function ($server, $fd) {
        note('CONNECTED');
        $server->send($fd, pack('N', 5) . 'hello');
    });
    $server->on('close', fn() => note('CLOSED'));
}

$type = given('type', 'tcp') === 'ssl' ? SWOOLE_SOCK_TCP | SWOOLE_SSL : SWOOLE_SOCK_TCP;
$mode = given('scenario') === 'errors_of_sending' ? SWOOLE_PROCESS : SWOOLE_BASE;
$server = given('scenario') === 'beside_http' ? http_server() : prepared(new Server('127.0.0.1', 0, $mode, $type));
given('scenario')($server);
run();
