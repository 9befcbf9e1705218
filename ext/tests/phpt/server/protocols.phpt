--TEST--
Server::start(): what a port speaks, and what it needs for that
--FILE--
<?php
function attempt(Swoole\Server $server): void {
    try {
        var_dump($server->start());
    } catch (Throwable $error) {
        echo get_class($error), ' ', $error->getCode(), ': ', $error->getMessage(), "\n";
    }
}
$nothing = function () {};

echo "a TCP server has to receive\n";
attempt(new Swoole\Server('127.0.0.1', 0));

echo "a port of datagrams has to take packets\n";
$server = new Swoole\Server('127.0.0.1', 0);
$server->on('receive', $nothing);
$server->listen('127.0.0.1', 0, SWOOLE_SOCK_UDP);
attempt($server);

echo "a TCP port beside HTTP needs its own receive\n";
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->on('request', $nothing);
$server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP)->set(['open_length_check' => true]);
attempt($server);

echo "an HTTP port of a TCP server needs its own request\n";
$server = new Swoole\Server('127.0.0.1', 0);
$server->on('receive', $nothing);
$server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP)->set(['open_http2_protocol' => true]);
attempt($server);

echo "one way to cut\n";
$server = new Swoole\Server('127.0.0.1', 0);
$server->on('receive', $nothing);
$server->set(['open_length_check' => true, 'open_eof_check' => true]);
attempt($server);

echo "no PROXY headers\n";
$server = new Swoole\Server('127.0.0.1', 0);
$server->on('receive', $nothing);
$server->set(['proxy_protocol' => true]);
attempt($server);

echo "DTLS receives, and only on UDP\n";
attempt(new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE, SWOOLE_SOCK_UDP | SWOOLE_SSL));
$path = sys_get_temp_dir() . '/tern-protocols-' . getmypid();
$cases = [
    [SWOOLE_SOCK_UNIX_DGRAM, $path, []],
    [SWOOLE_SOCK_UDP, '127.0.0.1', []],
    [SWOOLE_SOCK_UDP6, '::1', ['tls' => 'self-signed', 'ssl_protocols' => SWOOLE_SSL_TLSv1_3]],
];
foreach ($cases as [$type, $host, $options]) {
    $secure = new Swoole\Server($host, 0, SWOOLE_BASE, $type | SWOOLE_SSL);
    $secure->on('receive', $nothing);
    $secure->set($options);
    attempt($secure);
}

echo "wrong options\n";
foreach (['package_length_type' => 'NN', 'package_eof' => '', 'package_length_func' => 'no_such_function',
        'package_length_offset' => -1, 'package_body_offset' => 70000] as $name => $value) {
    try {
        $server->set([$name => $value]);
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

echo "before the start\n";
var_dump($server->send(1, 'x'), $server->sendto('127.0.0.1', 1, 'x'), $server->pause(1), $server->heartbeat());
?>
--EXPECTF--
a TCP server has to receive
Swoole\Exception 505: port 0: there is no callback for the receive event
a port of datagrams has to take packets
Swoole\Exception 505: port 1: there is no callback for the packet event
a TCP port beside HTTP needs its own receive
Swoole\Exception 505: port 1: there is no callback for the receive event
an HTTP port of a TCP server needs its own request
Swoole\Exception 505: port 1: there is no callback for the request event
one way to cut
Swoole\Exception 505: port 0: only one of open_eof_check, open_length_check, open_mqtt_protocol and open_redis_protocol
no PROXY headers
Swoole\Exception 505: port 0: proxy_protocol is for HTTP
DTLS receives, and only on UDP
Swoole\Exception 505: port 0: there is no callback for the receive event
Swoole\Exception 505: port 0: there is no TLS for unix datagrams
Swoole\Exception 505: port 0: TLS needs ssl_cert_file, or tls => 'self-signed'
Swoole\Exception 505: port 0: ssl_protocols has none of SWOOLE_SSL_DTLS, TLSv1, TLSv1_1, TLSv1_2, which datagrams need
wrong options
ValueError: %s
ValueError: %s
TypeError: %s
ValueError: %s
ValueError: %s
before the start

Warning: Swoole\Server::send(): the server is not running in %s on line %d

Warning: Swoole\Server::sendto(): the server is not running in %s on line %d

Warning: Swoole\Server::pause(): the server is not running in %s on line %d

Warning: Swoole\Server::heartbeat(): the server is not running in %s on line %d
bool(false)
bool(false)
bool(false)
bool(false)
