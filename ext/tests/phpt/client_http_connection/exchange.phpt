--TEST--
Client\HttpConnection: exchanges over one connection; fields, cookies, trailers
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    [$http, $server] = connection();
    var_dump($http->isIdle(), $http->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n", 'hi', 5), $server->recv());
    $server->sendAll("HTTP/1.1 200 All right\r\nServer: s\r\nContent-Length: 3\r\nX-A: 1\r\nx-a: 2\r\nX-A:\r\n"
        . "Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n7: seven\r\n\r\nabc");
    var_dump($http->begun, $http->receive('POST', 5), $http->begun, $http->reusable, $http->isIdle());
    var_dump($http->statusCode, $http->reason, $http->body, $http->headers, $http->setCookies);

    $http->send(REQUEST, '', 5);
    var_dump($http->begun);
    $server->sendAll("HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n10;x=y\r\n" . str_repeat('d', 16) . "\r\n0\r\nX-Sum: 5\r\nHost: no\r\n\r\n");
    echo told($http, $http->receive('GET', 5)), "\n";
    var_dump($http->trailers, $http->setCookies);

    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n");
    echo told($http, $http->receive('GET', 5)), "\n";
    var_dump($http->trailers);
    foreach (['HEAD' => 'Content-Length: 7', 'GET' => 'Content-Length: 0'] as $method => $field) {
        $http->send(REQUEST, '', 5);
        $server->sendAll("HTTP/1.1 200\r\n$field\r\n\r\n");
        echo told($http, $http->receive($method, 5)), "\n";
    }
    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n");
    echo told($http, $http->receive('GET', 5)), "\n";
    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx");
    echo told($http, $http->receive('GET', 5)), "\n";
    var_dump($http->isIdle(), $http->send(REQUEST, '', 5), $http->errCode === SWOOLE_ERROR_WRONG_OPERATION);

    echo told($to_the_end = answered("HTTP/1.1 200 OK\r\n\r\nto the end"), $to_the_end->receive('GET', 5)), "\n";
    $as_sent = answered("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n", ['lower_names' => false]);
    $as_sent->receive('GET', 5);
    echo json_encode($as_sent->headers), "\n";
});
?>
--EXPECT--
bool(true)
bool(true)
string(49) "POST / HTTP/1.1
Host: a
Content-Length: 2

hi"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(200)
string(9) "All right"
string(3) "abc"
array(5) {
  ["server"]=>
  string(1) "s"
  ["content-length"]=>
  string(1) "3"
  ["x-a"]=>
  array(3) {
    [0]=>
    string(1) "1"
    [1]=>
    string(1) "2"
    [2]=>
    string(0) ""
  }
  ["set-cookie"]=>
  array(2) {
    [0]=>
    string(11) "a=b; Path=/"
    [1]=>
    string(3) "c=d"
  }
  [7]=>
  string(5) "seven"
}
array(2) {
  [0]=>
  string(11) "a=b; Path=/"
  [1]=>
  string(3) "c=d"
}
bool(false)
404 "abcdddddddddddddddd" reusable
array(1) {
  ["x-sum"]=>
  string(1) "5"
}
array(0) {
}
204 "" bodyless reusable
array(0) {
}
200 "" bodyless reusable
200 "" reusable
304 "" bodyless reusable
200 "x"
bool(false)
bool(false)
bool(true)
200 "to the end"
{"X-A":"1","x-a":"2","Content-Length":"0"}
