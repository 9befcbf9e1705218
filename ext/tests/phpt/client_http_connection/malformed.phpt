--TEST--
Client\HttpConnection: malformed responses are errors, never short successes
--FILE--
<?php
require __DIR__ . '/pair.inc';
const OK = "HTTP/1.1 200 OK\r\n";
Co\run(function () {
    $answers = [
        'nothing' => '',
        'HTTP/0.9' => "<html>\r\n",
        'HTTP/2' => "HTTP/2 200 \r\n\r\n",
        'HTTP/2.0' => "HTTP/2.0 200 OK\r\n\r\n",
        'status of two digits' => "HTTP/1.1 20 OK\r\n\r\n",
        'status of four digits' => "HTTP/1.1 2000 OK\r\n\r\n",
        'status below 100' => "HTTP/1.1 042 OK\r\n\r\n",
        'bare CR in the reason' => "HTTP/1.1 200 O\rK\r\n\r\n",
        'bare CR in a value' => OK . "A: b\rSet-Cookie: c=d\r\n\r\n",
        'bare LF' => OK . "A: b\nB: c\r\n\r\n",
        'NUL' => OK . "A: b\0c\r\n\r\n",
        'folded' => OK . "A: b\r\n c\r\n\r\n",
        'empty name' => OK . ": b\r\n\r\n",
        'space before the colon' => OK . "A : b\r\n\r\n",
        'no colon' => OK . "A\r\n\r\n",
        'two lengths' => OK . "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        'no number' => OK . "Content-Length: 1a\r\n\r\nab",
        'length with chunked' => OK . "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        'chunked not last' => OK . "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        'another coding' => OK . "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        'chunked in HTTP/1.0' => "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        '101 unasked' => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
        'truncated head' => OK . "Content-Length: 1\r\n",
        'truncated status line' => 'HTTP/1.',
        'truncated body' => OK . "Content-Length: 10\r\n\r\nabc",
        'body of nothing' => OK . "Content-Length: 10\r\n\r\n",
        'truncated chunk' => OK . "Transfer-Encoding: chunked\r\n\r\n5\r\nabc",
        'no last chunk' => OK . "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        'no end of trailers' => OK . "Transfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n",
        'chunk without a size' => OK . "Transfer-Encoding: chunked\r\n\r\n\r\nabc",
        'chunk longer than its size' => OK . "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
        'huge chunk' => OK . "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        'broken gzip' => OK . "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
        'truncated gzip' => OK . "Content-Encoding: gzip\r\n\r\n" . substr(gzencode('hello hello'), 0, 15),
        'more behind gzip' => OK . "Content-Encoding: deflate\r\n\r\n" . gzcompress('hello') . 'more',
    ];
    foreach ($answers as $what => $answer) {
        $http = answered($answer);
        $outcome = told($http, $http->receive('GET', 5));
        echo "$what: $outcome", $http->begun ? '' : ', not begun', $http->reusable ? ', REUSABLE' : '', "\n";
        if ($http->body !== '' || $http->errCode !== swoole_last_error()) echo "WRONG\n";
        $again = answered($answer);
        foreach ([$again->receiveHead('GET', 5), true] as $go_on) {
            while ($go_on && ($piece = $again->receivePiece(5)) !== false && $piece !== '');
        }
        if ($again->errCode !== $http->errCode && $again->errCode !== SWOOLE_ERROR_WRONG_OPERATION) echo "OTHERWISE IN PIECES\n";
    }
});
?>
--EXPECT--
nothing: error 104: the connection ended before the response, not begun
HTTP/0.9: error 7102: response without a status line (HTTP/0.9)
HTTP/2: error 7102: malformed HTTP version in the status line
HTTP/2.0: error 7102: HTTP version is not 1.x
status of two digits: error 7102: status is not three digits
status of four digits: error 7102: status is not three digits
status below 100: error 7102: status below 100
bare CR in the reason: error 7102: bare CR in the status line
bare CR in a value: error 7102: bare CR in the head
bare LF: error 7102: bare LF in the head
NUL: error 7102: NUL in a field value
folded: error 7102: folded field line
empty name: error 7102: empty field name
space before the colon: error 7102: white space in or after a field name
no colon: error 7102: field line without a colon
two lengths: error 7102: differing Content-Lengths
no number: error 7102: invalid Content-Length
length with chunked: error 7102: Transfer-Encoding and Content-Length
chunked not last: error 7102: chunked is not the last transfer coding
another coding: error 7102: unknown transfer coding
chunked in HTTP/1.0: error 7102: Transfer-Encoding in HTTP/1.0
101 unasked: error 7102: 101 that was not asked for
truncated head: error 104: the connection ended before the end of the head
truncated status line: error 104: the connection ended before the end of the head
truncated body: error 104: the connection ended before the end of the body
body of nothing: error 104: the connection ended before the end of the body
truncated chunk: error 104: the connection ended before the end of the body
no last chunk: error 104: the connection ended before the end of the body
no end of trailers: error 104: the connection ended before the end of the body
chunk without a size: error 7102: chunk without a size
chunk longer than its size: error 7102: chunk data is longer than its size
huge chunk: error 7102: chunk size overflows
broken gzip: error 7102: the coded body is broken
truncated gzip: error 7102: the coded body ends too early
more behind gzip: error 7102: the coded body is broken
