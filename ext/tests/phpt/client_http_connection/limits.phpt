--TEST--
Client\HttpConnection: limits of heads, interim responses, bodies and decoded bodies
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Tern\Internal\Client\HttpConnection;
const OK = "HTTP/1.1 200 OK\r\n";

/** Sends pieces without an end. */
function endless(string $first, string $piece): HttpConnection
{
    [$http, $server] = connection();
    $http->send(REQUEST, '', 5);
    go(function () use ($server, $first, $piece) {
        for ($more = $first; $server->sendAll($more) === strlen($more); $more = $piece);
    });
    return $http;
}

Co\run(function () {
    foreach ([
        'an endless head' => endless(OK, "A: b\r\n"),
        'an endless value' => endless(OK . 'A: ', str_repeat('b', 1000)),
        'an endless reason' => endless('HTTP/1.1 200 ', str_repeat('b', 1000)),
        'endless interim responses' => endless('', "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    ] as $what => $http) {
        echo "$what: ", told($http, $http->receive('GET', 5)), "\n";
        gc_collect_cycles();
    }
    unset($http);
    $interim = str_repeat("HTTP/1.1 100 Continue\r\n\r\n", 16);
    foreach (['' => 'sixteen', "HTTP/1.1 102 Processing\r\n\r\n" => 'one more'] as $more => $what) {
        $http = answered($interim . $more . OK . "Content-Length: 1\r\n\r\na");
        echo "$what: ", told($http, $http->receive('GET', 5)), "\n";
    }
    $head = OK . "Content-Length: 4\r\n\r\n";
    foreach ([strlen($head), strlen($head) - 1] as $most) {
        $http = answered($head . 'body', ['head_bytes' => $most]);
        echo told($http, $http->receive('GET', 5)), "\n";
    }
    $chunked = OK . "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n";
    foreach ([4, 3] as $most) {
        foreach ([$head . 'body', $chunked, OK . "\r\nbody", OK . "Content-Encoding: gzip\r\n\r\n" . gzencode('body')] as $answer) {
            $http = answered($answer, ['body_bytes' => $most]);
            echo told($http, $http->receive('GET', 5)), "\n";
        }
    }
    $bomb = gzencode(str_repeat("\0", 8 << 20));
    $http = answered(OK . "Content-Encoding: gzip\r\nContent-Length: " . strlen($bomb) . "\r\n\r\n$bomb", ['body_bytes' => 1 << 20]);
    echo 'a bomb: ', told($http, $http->receive('GET', 5)), "\n";
    $http = answered(OK . "Content-Length: 2000000000\r\n\r\nabc");
    ini_set('memory_limit', '64M');
    echo 'more than memory_limit: ', told($http, $http->receive('GET', 5)), "\n";
});
?>
--EXPECT--
an endless head: error 7102: too many fields
an endless value: error 7102: head too large
an endless reason: error 7102: head too large
endless interim responses: error 7102: too many interim responses
sixteen: 200 "a" reusable
one more: error 7102: too many interim responses
200 "body" reusable
error 7102: head too large
200 "body" reusable
200 "abcd" reusable
200 "body"
200 "body"
error 1203: the body is larger than body_bytes
error 1203: the body is larger than body_bytes
error 1203: the body is larger than body_bytes
error 1203: the body is larger than body_bytes
a bomb: error 1203: the body is larger than body_bytes
more than memory_limit: error 12: the body is larger than memory_limit allows
