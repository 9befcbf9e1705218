--TEST--
Coroutine\Client: settings reach the socket; what cannot be throws
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;

const SOL_TCP = 6, TCP_NODELAY = 1, SOL_SOCKET = 1, SO_RCVBUF = 8, SO_RCVTIMEO = 20, SO_SNDTIMEO = 21;

Co\run(function () {
    $server = serve(echo_back(...));
    $option = function (array $settings, int $level, int $name, float $timeout = 0) use ($server) {
        $client = new Client(SWOOLE_SOCK_TCP);
        $client->set($settings);
        $client->connect('127.0.0.1', $server->port, $timeout);
        return $client->socket->getOption($level, $name);
    };
    var_dump($option([], SOL_TCP, TCP_NODELAY), $option(['open_tcp_nodelay' => false], SOL_TCP, TCP_NODELAY));
    var_dump($option(['socket_buffer_size' => 10000], SOL_SOCKET, SO_RCVBUF));
    echo "limits\n";
    $limit = fn(array $settings, float $timeout, int $name) => implode('.', $option($settings, SOL_SOCKET, $name, $timeout));
    var_dump($limit([], 0, SO_RCVTIMEO), $limit([], 2.5, SO_RCVTIMEO), $limit(['timeout' => 3], 0, SO_SNDTIMEO));
    var_dump($limit(['timeout' => 3, 'read_timeout' => 4], 2.5, SO_RCVTIMEO), $limit(['timeout' => 3, 'read_timeout' => -1], 2.5, SO_RCVTIMEO), $limit([], NAN, SO_RCVTIMEO));
    var_dump($limit(['timeout' => 3, 'read_timeout' => 4], 2.5, SO_SNDTIMEO), $limit(['write_timeout' => 0.0001], 0, SO_SNDTIMEO));

    echo "bound\n";
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set(['bind_address' => '127.0.0.9']);
    var_dump($client->connect('127.0.0.1', $server->port), $client->getsockname()['host']);
    $client->close();
    $free = new Co\Socket(AF_INET, SOCK_STREAM);
    $free->bind('127.0.0.9');
    $port = $free->getsockname()['port'];
    $free->close();
    $client->set(['bind_port' => $port, 'timeout' => null]);
    var_dump($client->connect('127.0.0.1', $server->port), $client->getsockname()['port'] === $port, $client->setting);
    $client->close();
    $client->set(['bind_address' => '192.0.2.1']);
    var_dump($client->connect('127.0.0.1', $server->port), $client->errCode, $client->set([]));

    echo "wrong\n";
    foreach ([
        fn() => new Client(9),
        fn() => new Client(SWOOLE_SOCK_UNIX_DGRAM | SWOOLE_SSL),
        fn() => $client->set(['timeout' => 'soon']),
        fn() => $client->set(['timeout' => 1e10]),
        fn() => $client->set(['bind_port' => 65536]),
        fn() => $client->set(['timeout' => NAN]),
        fn() => $client->set(['bind_port' => NAN]),
        fn() => $client->set(['socks5_host' => 5]),
        fn() => $client->set(['bind_address' => "a\0b"]),
        fn() => $client->set(['package_length_type' => 'x']),
        fn() => $client->set(['open_eof_check' => true]) && $client->set(['open_length_check' => true]),
        fn() => $client->connect(''),
        fn() => $client->connect('127.0.0.1'),
        fn() => $client->connect('127.0.0.1', 70000),
        fn() => $client->sendto('127.0.0.1', 0, 'x'),
    ] as $attempt) {
        try {
            $attempt();
            echo "nothing\n";
        } catch (Throwable $error) {
            report($error);
        }
    }
    $client->set(['package_eoff' => 'x', 'buffer_high_watermark' => 1]);
    $server->shutdown();
});
?>
--EXPECTF--
int(1)
int(0)
int(20000)
limits
string(4) "60.0"
string(8) "2.500000"
string(3) "3.0"
string(3) "4.0"
string(3) "0.0"
string(3) "0.0"
string(8) "2.500000"
string(6) "0.1000"
bound
bool(true)
string(9) "127.0.0.9"
bool(true)
bool(true)
array(2) {
  ["bind_address"]=>
  string(9) "127.0.0.9"
  ["bind_port"]=>
  int(%d)
}
bool(false)
int(99)
bool(false)
wrong
ValueError: Swoole\Coroutine\Client::__construct(): Argument #1 ($type) must be one of SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM, _UNIX_DGRAM, _RAW and _RAW6, 9 given
ValueError: Swoole\Coroutine\Client::__construct(): Argument #1 ($type) must not have SWOOLE_SSL for unix datagrams and raw sockets, 518 given
TypeError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "timeout" must be of type int|float, string given
ValueError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "timeout" must be between -1000000000 and 1000000000, 10000000000 given
ValueError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "bind_port" must be between 0 and 65535, 65536 given
ValueError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "timeout" must be between -1000000000 and 1000000000, NAN given
ValueError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "bind_port" must be between 0 and 65535, NAN given
TypeError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "socks5_host" must be of type string, int given
ValueError: Swoole\Coroutine\Client::set(): Argument #1 ($settings) option "bind_address" must have at most 255 bytes and no NUL byte
ValueError: Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_length_type" must be a letter of pack(): one of c C s S n v l L N V q Q J P, "x" given
ValueError: Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) must have one of open_length_check and open_eof_check, not both

Warning: Swoole\Coroutine\Client::connect(): Argument #1 ($host) cannot be empty in %s on line %d
nothing

Warning: Swoole\Coroutine\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 0 given in %s on line %d
nothing

Warning: Swoole\Coroutine\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 70000 given in %s on line %d
nothing

Warning: Swoole\Coroutine\Client::sendto(): Argument #2 ($port) must be between 1 and 65535, 0 given in %s on line %d
nothing
