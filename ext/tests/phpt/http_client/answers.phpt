--TEST--
Coroutine\Http\Client: properties after answers of each kind; where the body ends
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $answers = [
        '/length' => answer('hello', "X-One: 1\r\nx-two: a\r\nX-Two: b\r\n"),
        '/chunked' => "HTTP/1.1 201 Made\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-Late: 1\r\n\r\n",
        '/none' => "HTTP/1.1 204 No Content\r\n\r\n",
        '/unchanged' => "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n",
        '/interim' => "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n" . answer('final'),
        '/gzip' => answer(gzencode('packed'), "Content-Encoding: gzip\r\n"),
        '/not-found' => answer('lost', '', '404 Not Found'),
        '/old' => "HTTP/1.0 200 OK\r\n\r\nuntil the end",
    ];
    $server = answering(function (string $request, $socket) use ($answers) {
        [$method, $path] = explode(' ', $request);
        $socket->sendAll($method === 'HEAD' ? "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" : $answers[$path]);
        return $path === '/old' ? null : '';
    });
    $client = client_of($server);
    foreach (array_keys($answers) as $path) {
        outcome($client->get($path), $client);
        echo json_encode([$client->headers, $client->body, $client->set_cookie_headers], JSON_UNESCAPED_SLASHES), "\n";
    }
    $client->setMethod('HEAD');
    outcome($client->execute('/'), $client);
    echo json_encode([$client->getHeaders(), $client->getBody(), $client->getStatusCode(), $client->getCookies()]), "\n";
    $client->set(['lowercase_header' => false, 'body_decompression' => false]);
    $client->get('/length');
    echo json_encode($client->headers), "\n";
    $client->get('/gzip');
    var_dump(gzdecode($client->body), $client->getHeaderOut() !== false, str_contains($client->getHeaderOut(), 'Accept-Encoding'));
    $server->shutdown();
});
?>
--EXPECT--
ok 200 0  connected
[{"x-one":"1","x-two":["a","b"],"content-length":"5"},"hello",null]
ok 201 0  connected
[{"transfer-encoding":"chunked","x-late":"1"},"abcdefg",null]
ok 204 0  connected
[[],"",null]
ok 304 0  connected
[{"content-length":"7"},"",null]
ok 200 0  connected
[{"content-length":"5"},"final",null]
ok 200 0  connected
[{"content-encoding":"gzip","content-length":"26"},"packed",null]
ok 404 0  connected
[{"content-length":"4"},"lost",null]
ok 200 0 
[[],"until the end",null]
ok 200 0  connected
[{"content-length":"1000"},"",200,null]
{"X-One":"1","x-two":"a","X-Two":"b","Content-Length":"5"}
string(6) "packed"
bool(true)
bool(false)
