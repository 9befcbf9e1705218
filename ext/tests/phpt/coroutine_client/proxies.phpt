--TEST--
Coroutine\Client: through a SOCKS5 or an HTTP proxy, and what proxies may answer instead
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/proxy.inc';
use Swoole\Coroutine\Client;

function try_by(array $settings, string $host, int $port): void
{
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set($settings);
    if ($client->connect($host, $port, 5)) {
        $client->send('ping');
        echo '=> ', $client->recv(), "\n";
    } else {
        echo "=> $client->errCode $client->errMsg\n";
    }
    $client->close();
}

Co\run(function () {
    $target = serve(echo_back(...));
    $by = function (callable $proxy, array $settings, string $kind, string $host = '127.0.0.1') use ($target) {
        $server = serve(fn($socket) => $proxy($socket, $target->port));
        try_by(["{$kind}_host" => '127.0.0.1', "{$kind}_port" => $server->port] + $settings, $host, $target->port);
        $server->shutdown();
    };
    $login = ['socks5_username' => 'ann', 'socks5_password' => 'secret'];
    $by(socks5(...), [], 'socks5');
    $by(socks5(...), [], 'socks5', 'name.of.the.target');
    $by(fn($socket, $port) => socks5($socket, $port, 'ann:secret'), $login, 'socks5', '2001:db8::1');
    $by(fn($socket, $port) => socks5($socket, $port, 'ann:other'), $login, 'socks5');
    echo "\n";
    $by(fn($socket, $port) => socks5($socket, $port, '', 5), [], 'socks5');
    $by(fn($socket, $port) => $socket->sendAll("\x05\xFF"), [], 'socks5');
    $by(fn($socket, $port) => $socket->sendAll("\x04\x00"), [], 'socks5');
    $by(fn($socket, $port) => $socket->recv() . $socket->sendAll("\x05"), [], 'socks5');
    $by(fn($socket, $port) => $socket->recvAll(3) . $socket->sendAll("\x05\x00\x05\x00\x00\x09"), [], 'socks5');
    $by(fn($socket, $port) => $socket->recvAll(3) . $socket->sendAll("\x05\x00"), [], 'socks5', str_repeat('n', 256));

    echo "HTTP\n";
    $ok = fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n");
    $by($ok, [], 'http_proxy');
    $by($ok, ['http_proxy_user' => 'ann', 'http_proxy_password' => 'secret'], 'http_proxy', '2001:db8::1');
    $by(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"), [], 'http_proxy');
    $by(fn($socket, $port) => http_proxy($socket, $port, "SSH-2.0\r\n\r\n"), [], 'http_proxy');
    $by(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 200 OK\r\n" . str_repeat("X: y\r\n", 4000)), [], 'http_proxy');
    $by(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 "), [], 'http_proxy');
    $by(fn($socket, $port) => null, [], 'http_proxy', "evil\r\nX: y");
    echo "none\n";
    $unused = new Co\Socket(AF_INET, SOCK_STREAM);
    $unused->bind('127.0.0.1');
    try_by(['socks5_host' => '127.0.0.1', 'socks5_port' => $unused->getsockname()['port']], '127.0.0.1', $target->port);
    $target->shutdown();
});
?>
--EXPECT--
methods 00, asks for 127.0.0.1
=> ping
methods 00, asks for name.of.the.target
=> ping
methods 0002, login ann:secret, asks for 2001:db8::1
=> ping
methods 0002, login ann:secret=> 7003 SOCKS5 proxy refused the login

methods 00, asks for 127.0.0.1
=> 7004 SOCKS5 proxy: connection refused
=> 7002 SOCKS5 method is not supported
=> 7001 SOCKS version is not supported
=> 104 Connection reset by peer
=> 7005 SOCKS5 handshake failed
=> 7005 a name for a SOCKS5 proxy has at most 255 bytes
HTTP
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
=> ping
CONNECT [2001:db8::1]:PORT HTTP/1.1|Host: [2001:db8::1]:PORT|Proxy-Authorization: Basic YW5uOnNlY3JldA==||
=> ping
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
=> 7103 the HTTP proxy answered 407
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
=> 7104 Malformed response of the HTTP proxy
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
=> 7104 Malformed response of the HTTP proxy
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
=> 104 Connection reset by peer
=> 7101 a host for an HTTP proxy has at most 255 bytes, no spaces and no controls
none
=> 111 Connection refused
