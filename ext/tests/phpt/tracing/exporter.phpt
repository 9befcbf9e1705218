--TEST--
Sending spans to a collector: what it answers, and what of it is worth another try
--FILE--
<?php
use Swoole\Coroutine\Server;
use Swoole\Coroutine\Server\Connection;
use Tern\Internal\Tracing\Exporter;

const HEAD = "HTTP/1.1 %s\r\nContent-Length: 0\r\n";
$answers = [
    sprintf(HEAD, '200 OK') . "\r\n",
    sprintf(HEAD, '202 Accepted') . "\r\n",
    sprintf(HEAD, '400 Bad Request') . "\r\n",
    sprintf(HEAD, '301 Moved') . "Location: /\r\n\r\n",
    sprintf(HEAD, '503 Later') . "retry-after:  7 \r\n\r\n",
    sprintf(HEAD, '429 Later') . "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n",
    sprintf(HEAD, '502 Later') . "Retry-After: 99999999999999999999\r\n\r\n",
    sprintf(HEAD, '504 Later') . "Retry-After: -1\r\n\r\n",
    'HTTP/1.1 200',
    "SSH-2.0-OpenSSH\r\n",
    "HTTP/1.1 200 OK\r\n",
    str_repeat('x', 100000),
    '',
];
Co\run(function () use ($answers) {
    $server = new Server('127.0.0.1');
    $asked = '';
    $next = 0;
    $server->handle(function (Connection $connection) use ($answers, &$asked, &$next) {
        for ($asked = ''; !str_ends_with($asked, 'spans'); $asked .= $connection->recv());
        if ($answers[$next] !== '') {
            $connection->send($answers[$next]);
        }
        ++$next;
        $connection->close();
    });
    $done = new Swoole\Coroutine\WaitGroup(1);
    go(fn () => [$server->start(), $done->done()]);
    $url = "http://127.0.0.1:$server->port";
    foreach ($answers as $answer) {
        echo substr($answer, 9, 3), ': ', json_encode(Exporter::send($url, [], 'spans')), "\n";
    }
    $next = 0;
    Exporter::send("$url/base/", ['Authorization' => 'Bearer x'], 'spans');
    echo str_replace(["\r", ":$server->port"], ['', ':PORT'], $asked), "\n";
    $server->shutdown();
    $done->wait();
    $free = stream_socket_server('tcp://127.0.0.1:0');
    $url = 'http://' . stream_socket_get_name($free, false);
    fclose($free);
    echo json_encode(Exporter::send($url, [], 'spans')), "\n";
});
?>
--EXPECT--
200: null
202: null
400: [false,"status 400",0]
301: [false,"status 301",0]
503: [true,"status 503",7]
429: [true,"status 429",0]
502: [true,"status 502",0]
504: [true,"status 504",0]
200: [true,"the connection ended before the end of the head",0]
pen: [true,"response without a status line (HTTP\/0.9)",0]
200: [true,"the connection ended before the end of the head",0]
xxx: [true,"response without a status line (HTTP\/0.9)",0]
: [true,"the connection ended before the response",0]
POST /base/v1/traces HTTP/1.1
Host: 127.0.0.1:PORT
Content-Type: application/x-protobuf
Content-Length: 5
Connection: close
Authorization: Bearer x

spans
[true,"Connection refused",0]
