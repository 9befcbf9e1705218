--TEST--
Client\HttpConnection: bytes behind a response make a connection unusable; other protocols get them
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    foreach ([
        'behind a length' => "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsplit",
        'behind chunks' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nmore",
        'a body of 204' => "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody",
        'a body of 304' => "HTTP/1.1 304 Not Modified\r\n\r\nbody",
    ] as $what => $answer) {
        [$http, $server] = connection();
        $http->send(REQUEST, '', 5);
        $server->sendAll($answer);
        echo "$what: ", told($http, $http->receive('GET', 5)), "\n";
        var_dump($http->isIdle(), $http->send(REQUEST, '', 5));
    }
    [$http, $server] = connection();
    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody");
    echo 'a body of HEAD: ', told($http, $http->receive('HEAD', 5)), "\n";

    // It comes later.
    [$http, $server] = connection();
    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    echo told($http, $http->receive('GET', 5)), "\n";
    $server->sendAll('HTTP/1.1 200 OK');
    var_dump($http->isIdle());
    [$http, $server] = connection();
    $server->close();
    var_dump($http->isIdle());

    [$http, $server, $socket] = connection();
    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nContent-Length: 9\r\n\r\nof x");
    echo told($http, $http->receive('GET', 5, true)), "\n";
    var_dump($socket->recv(), $socket->recv(1, 0.001));
    [$http, $server, $socket] = connection();
    $http->send("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", '', 5);
    $server->sendAll("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nof a");
    echo told($http, $http->receive('CONNECT', 5)), "\n";
    var_dump($socket->recvAll(4));
});
?>
--EXPECT--
behind a length: 200 "a"
bool(false)
bool(false)
behind chunks: 200 ""
bool(false)
bool(false)
a body of 204: 204 "" bodyless
bool(false)
bool(false)
a body of 304: 304 "" bodyless
bool(false)
bool(false)
a body of HEAD: 200 "" bodyless
200 "" reusable
bool(false)
bool(false)
101 "" bodyless
string(4) "of x"
bool(false)
200 "" bodyless
string(4) "of a"
