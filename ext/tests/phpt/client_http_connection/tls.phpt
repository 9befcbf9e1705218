--TEST--
Client\HttpConnection and WebSocketConnection: over TLS
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../coroutine_socket/tls.inc';
require __DIR__ . '/../client_websocket/pair.inc';
use Swoole\Coroutine\Socket;
use Tern\Internal\Client\HttpConnection;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true);
$server = $certificates->issue('example.org', 'authority');
Co\run(function () use ($authority, $server) {
    $large = random_bytes(3 << 20);
    $listener = tls_listener($server);
    tls_serve($listener, function (Socket $peer) use ($large) {
        $get = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
        var_dump($peer->recvAll(strlen($get)) === $get);
        $peer->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        var_dump(substr($peer->recvAll(strlen($get) + strlen($large)), strlen($get)) === $large);
        $peer->sendAll("HTTP/1.1 200 OK\r\nContent-Length: " . strlen($large) . "\r\n\r\n$large");
        $peer->recvAll(strlen($get));
        $peer->sendAll("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n" . server_frame(1, 'hi') . server_frame(9, 'ping'));
        var_dump(client_frame($peer)[2] === $large);
        echo json_encode(client_frame($peer)), "\n";
        $peer->sendAll(server_frame(2, $large));
        echo bin2hex(client_frame($peer)[2]), "\n";
        $peer->sendAll(server_frame(8, "\x03\xe8"));
    });
    $client = tls_client(['ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.org']);
    $client->connect('127.0.0.1', port_of($listener));
    $http = new HttpConnection($client);
    $get = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
    var_dump($http->isIdle(), $http->send($get, '', 5), $http->receive('GET', 5), $http->body, $http->reusable, $http->isIdle());
    var_dump($http->send($get, $large, 5), $http->receive('GET', 5), $http->body === $large, $http->isIdle());
    var_dump($http->send($get, '', 5), $http->receiveHead('GET', 5, true), $http->statusCode);
    $websocket = new Tern\Internal\Client\WebSocketConnection($client, ['message_bytes' => 4 << 20]);
    $websocket->accept(answer_to($websocket->fields()));
    echo told($websocket, $websocket->receive(5)), "\n";
    go(fn() => $websocket->push($large, 2, 1, 5));
    $message = $websocket->receive(5);
    var_dump($message->data === $large, $websocket->close(1000, '', 5));
    echo told($websocket, $websocket->receive(5)), "\n";

    // Only close_notify ends a body that has no length: here something between the two ends the connection.
    foreach (['clean', 'cut'] as $end) {
        [$received, $near] = [new Swoole\Coroutine\Channel(1), null];
        $listener = tls_listener($server);
        tls_serve($listener, function (Socket $peer) use ($get, $end, $received, &$near) {
            $peer->recvAll(strlen($get));
            $peer->sendAll("HTTP/1.1 200 OK\r\n\r\nnot all");
            $received->pop();
            if ($end === 'cut') {
                $near->shutdown(1);
                $peer->recv();
            }
        });
        $between = new Socket(AF_INET, SOCK_STREAM);
        $between->bind('127.0.0.1');
        $between->listen();
        go(function () use ($between, $listener, &$near) {
            $near = $between->accept();
            $far = new Socket(AF_INET, SOCK_STREAM);
            $far->connect('127.0.0.1', port_of($listener));
            go(function () use ($near, $far) {
                while (($data = $near->recv()) !== '' && $data !== false) $far->sendAll($data);
                $far->shutdown(1);
            });
            while (($data = $far->recv()) !== '' && $data !== false) $near->sendAll($data);
            $near->shutdown(1);
        });
        $client = tls_client(['ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.org']);
        $client->connect('127.0.0.1', port_of($between));
        $http = new HttpConnection($client);
        var_dump($http->send($get, '', 5), $http->receiveHead('GET', 5), $http->receivePiece(5));
        $received->push(true);
        var_dump($http->receivePiece(5));
        echo "$end: $http->errMsg\n";
        $client->close();
    }
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "hello"
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(101)
Swoole\WebSocket\Frame 1 'hi' 1
bool(true)
[10,8,"ping"]
bool(true)
bool(true)
03e8
the end, 1000 ''
bool(true)
bool(true)
string(7) "not all"
string(0) ""
clean: 
bool(true)
bool(true)
string(7) "not all"
bool(false)
cut: the connection ended before the end of the body
