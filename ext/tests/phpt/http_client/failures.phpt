--TEST--
Coroutine\Http\Client: refused, out of time, reset, cut off, malformed; the next request is a new start
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Socket;

const SOL_SOCKET = 1, SO_LINGER = 13;

Co\run(function () {
    $closed = new Socket(AF_INET, SOCK_STREAM);
    $closed->bind('127.0.0.1');
    $client = new Client('127.0.0.1', $closed->getsockname()['port']);
    outcome($client->get('/'), $client);
    var_dump($client->statusCode === SWOOLE_HTTP_CLIENT_ESTATUS_CONNECT_FAILED, swoole_last_error(), $client->body, $client->headers);
    $client = new Client('no.such.name.invalid', 80);
    var_dump($client->get('/'), $client->statusCode, $client->errCode > 0);

    $gate = new Channel(1);
    $answers = [
        '/silent' => fn() => $gate->pop() ? null : null,
        '/half-a-head' => function ($socket) use ($gate) {
            $socket->sendAll("HTTP/1.1 200 OK\r\n");
            $gate->pop();
        },
        '/closed' => fn() => null,
        '/reset' => fn($socket) => $socket->setOption(SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]) ? null : null,
        '/short' => function ($socket) {
            $socket->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort");
        },
        '/short-chunk' => function ($socket) {
            $socket->sendAll("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n");
        },
        '/ssh' => function ($socket) {
            $socket->sendAll("SSH-2.0-OpenSSH_9.2\r\n\r\n");
        },
        '/fine' => fn() => answer('fine'),
    ];
    $server = answering(fn(string $request, $socket) => $answers[explode(' ', $request)[1]]($socket));
    $client = client_of($server);
    foreach (array_keys($answers) as $path) {
        $waits = $path === '/silent' || $path === '/half-a-head';
        $client->set(['read_timeout' => $waits ? 0.01 : 10]);
        outcome($client->get($path), $client);
        $waits && $gate->push(true);
        var_dump($client->body);
    }
    $server->shutdown();
});
?>
--EXPECT--
failed -1 111 Connection refused
bool(true)
int(111)
string(0) ""
NULL
bool(false)
int(-1)
bool(true)
failed -2 110 Connection timed out
string(0) ""
failed -2 110 Connection timed out
string(0) ""
failed -3 104 the connection ended before the response
string(0) ""
failed -3 104 Connection reset by peer
string(0) ""
failed -3 104 the connection ended before the end of the body
string(0) ""
failed -3 104 the connection ended before the end of the body
string(0) ""
failed -3 7102 response without a status line (HTTP/0.9)
string(0) ""
ok 200 0  connected
string(4) "fine"
