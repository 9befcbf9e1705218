--TEST--
Coroutine\Http\Client: trailers of a chunked body are among the headers, and replace none of them
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = answering(fn() => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Head: head\r\nTrailer: X-Sum, X-Head\r\n\r\n"
        . "4\r\nbody\r\n0\r\nX-Sum: 1\r\nX-Head: trailer\r\nX-Sum: 2\r\n\r\n");
    $client = client_of($server);
    $client->get('/');
    echo $client->body, ' ', json_encode($client->headers), "\n";
    $client->set(['write_func' => function ($client, $piece) { echo "$piece ", count($client->headers), "\n"; }]);
    $client->get('/');
    echo json_encode($client->getHeaders()['x-sum']), "\n";
    $server->shutdown();
});
?>
--EXPECT--
body {"transfer-encoding":"chunked","x-head":"head","trailer":"X-Sum, X-Head","x-sum":["1","2"]}
body 3
["1","2"]
