--TEST--
Client\HttpConnection: bodies in pieces as they arrive, sent and received
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    // Each piece is received before the next one is sent.
    [$http, $server] = connection();
    var_dump($http->send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", '', 5));
    foreach (["3\r\nabc\r\n", "0\r\n\r\n"] as $chunk) {
        var_dump($http->write($chunk, 5));
    }
    var_dump(str_ends_with($server->recv(), "\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
    foreach (["HTTP/1.1 1", "00 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Enc"] as $part) {
        $server->sendAll($part);
        var_dump($http->receiveHead('POST', 0.001), $http->errCode === 110);
    }
    $server->sendAll("oding: chunked\r\n\r\n");
    var_dump($http->receiveHead('POST', 5), $http->statusCode, $http->receivePiece(0.001), $http->errCode === 110);
    foreach (["3\r\nabc\r\n2", "\r\nde\r", "\n1\r\nf\r\n0\r\nX-Sum: 6\r\n\r\n"] as $part) {
        $server->sendAll($part);
        var_dump($http->receivePiece(5));
    }
    var_dump($http->reusable, $http->receivePiece(5), $http->reusable, $http->trailers, $http->receivePiece(5));

    // A length, with decoding.
    $text = str_repeat('0123456789', 10000);
    foreach (['gzip' => gzencode($text), 'x-gzip' => gzencode($text), 'deflate' => gzcompress($text), 'Deflate' => gzdeflate($text), 'identity' => $text, 'unknown' => $text] as $coding => $coded) {
        $http->send(REQUEST, '', 5);
        $server->sendAll("HTTP/1.1 200 OK\r\nContent-Encoding: $coding\r\nContent-Length: " . strlen($coded) . "\r\n\r\n");
        go(fn() => $server->sendAll($coded));
        $http->receiveHead('GET', 5);
        for ($body = ''; '' !== $piece = $http->receivePiece(5); $body .= $piece);
        var_dump($body === $text, $http->reusable);
        $http->send(REQUEST, '', 5);
        go(fn() => $server->sendAll("HTTP/1.1 200 OK\r\nContent-Encoding: $coding\r\nContent-Length: " . strlen($coded) . "\r\n\r\n$coded"));
        var_dump($http->receive('GET', 5), $http->body === $text, $http->headers['content-encoding'] === $coding, $http->reusable);
    }
    $http = answered("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    echo 'an empty body: ', told($http, $http->receive('GET', 5)), "\n";
    $http = answered("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 25\r\n\r\n" . gzencode('hello'), ['decode' => false]);
    var_dump($http->receive('GET', 5), gzdecode($http->body));

    // Large bodies both ways.
    [$http, $server] = connection();
    $large = str_repeat('x', 5 << 20);
    go(function () use ($server, $large) {
        $server->recvAll(strlen(REQUEST) + strlen($large));
        $server->sendAll("HTTP/1.1 200 OK\r\nContent-Length: " . strlen($large) . "\r\n\r\n$large");
        $server->recvAll(strlen(REQUEST));
        $server->sendAll("HTTP/1.0 200 OK\r\n\r\n$large");
        $server->close();
    });
    var_dump($http->send(REQUEST, $large, 5), $http->receive('GET', 5), $http->body === $large, $http->reusable);
    var_dump($http->send(REQUEST, '', 5), $http->receive('GET', 5), $http->body === $large, $http->reusable);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
int(200)
bool(false)
bool(true)
string(3) "abc"
string(2) "de"
string(1) "f"
bool(false)
string(0) ""
bool(true)
array(1) {
  ["x-sum"]=>
  string(1) "6"
}
string(0) ""
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
an empty body: 200 "" reusable
bool(true)
string(5) "hello"
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
