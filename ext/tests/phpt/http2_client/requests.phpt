--TEST--
Coroutine\Http2\Client: what a request asks for and what a response says
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = serve(function ($request, $response) {
        $header = array_intersect_key($request->header, array_flip(['x-one', 'x-list', 'te', 'cookie', 'content-type', 'content-length',
            'connection', 'upgrade', 'x-null', 'x-number']));
        $host = str_replace((string) $request->server['server_port'], 'PORT', $request->header['host']);
        $response->header('X-Mixed', 'case');
        $response->header('x-many', ['1', '2']);
        $response->cookie('a', 'b c', 0, '/path');
        $response->rawcookie('d', 'e');
        $response->end(json_encode([$request->server['request_method'], $request->server['request_uri'],
            $request->server['query_string'] ?? '', $host, $header, $request->getContent()], JSON_UNESCAPED_SLASHES));
    });
    $client = connect($server->port);
    var_dump($client->send(request('/get?a=1')));
    $response = $client->recv();
    echo $response->data, "\n";
    unset($response->headers['date'], $response->headers['content-length'], $response->headers['vary']);
    $response->data = null;
    var_dump($response);

    $ask = function (Swoole\Http2\Request $request) use ($client) {
        $client->send($request);
        echo $client->recv()->data, "\n";
    };
    $ask(request('/raw', 'POST', 'text'));
    $ask(request('/form', 'POST', ['a' => '1 2', 'b' => ['c' => 3]]));
    $ask(request('/json', 'PUT', ['a' => 1], ['headers' => ['Content-Type' => 'application/x-other']]));
    $ask(request('/null', 'DELETE', null));
    $ask(request('', 'OPTIONS'));
    $ask(request('/fields', more: ['headers' => ['Host' => 'example.org', 'X-One' => ' 1 ', 'X-List' => ['a', 2], 'TE' => 'trailers',
        'Connection' => 'close', 'Upgrade' => 'x', 'Transfer-Encoding' => 'chunked', 'Content-Length' => 7, 'X-Null' => null,
        'X-Number' => 1.5]]));
    $ask(request('/cookies', more: ['cookies' => ['a' => 'b c', 'd' => 1]]));
    $ask(request('/te', more: ['headers' => ['te' => 'gzip']]));

    $client->send(request('/', 'HEAD'));
    show($client->recv(), $client);
    var_dump($client->close(), $client->connected, $client->socket);
    $server->shutdown();
});
?>
--EXPECTF--
int(1)
["GET","/get","a=1","127.0.0.1:PORT",[],""]
object(Swoole\Http2\Response)#%d (8) {
  ["streamId"]=>
  int(1)
  ["errCode"]=>
  int(0)
  ["statusCode"]=>
  int(200)
  ["pipeline"]=>
  bool(false)
  ["headers"]=>
  array(5) {
    ["server"]=>
    string(%d) "%s"
    ["content-type"]=>
    string(9) "text/html"
    ["x-mixed"]=>
    string(4) "case"
    ["x-many"]=>
    string(4) "1, 2"
    ["set-cookie"]=>
    string(3) "d=e"
  }
  ["set_cookie_headers"]=>
  array(2) {
    [0]=>
    string(19) "a=b%20c; path=/path"
    [1]=>
    string(3) "d=e"
  }
  ["cookies"]=>
  array(2) {
    ["a"]=>
    string(3) "b c"
    ["d"]=>
    string(1) "e"
  }
  ["data"]=>
  NULL
}
["POST","/raw","","127.0.0.1:PORT",{"content-length":"4"},"text"]
["POST","/form","","127.0.0.1:PORT",{"content-type":"application/x-www-form-urlencoded","content-length":"16"},"a=1+2&b%5Bc%5D=3"]
["PUT","/json","","127.0.0.1:PORT",{"content-type":"application/x-other","content-length":"3"},"a=1"]
["DELETE","/null","","127.0.0.1:PORT",[],""]
["OPTIONS","/","","127.0.0.1:PORT",[],""]
["GET","/fields","","example.org",{"x-one":"1","x-list":"a, 2","te":"trailers","x-number":"1.5"},""]
["GET","/cookies","","127.0.0.1:PORT",{"cookie":"a=b%20c; d=1"},""]
["GET","/te","","127.0.0.1:PORT",[],""]
19: 200 null
bool(true)
bool(false)
NULL
