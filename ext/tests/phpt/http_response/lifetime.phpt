--TEST--
Response and Request outlive the request, the connection and each other
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$kept = [];
$server->on('request', function ($request, $response) use (&$kept) {
    switch ($request->server['path_info']) {
        case '/keep': $kept = [$request, $response]; return;
        case '/end': $kept[1]->end('late'); return $response->end('done');
        case '/drop': $kept = []; return $response->end('dropped');
        case '/look':
            [$request, $response2] = $kept;
            $kept = [];
            return $response->end(json_encode([$request->header['x-name'], $request->getContent(), $response2->isWritable(), @$response2->end(), swoole_last_error()]));
        case '/cycle':
            $response->header('X-Cycle', 'yes');
            $response->self = [$response, $request];
            $request->self = [$response];
            unset($request, $response);
            gc_collect_cycles();
            return;
        case '/header-cycle':
            $response->header = ['X-Name' => 'value', 'self' => [$response]];
            unset($response);
            gc_collect_cycles();
            return;
    }
});
PHP, ['log_level' => 4], ['error_reporting' => E_ALL & ~E_DEPRECATED]);
$connection = $server->connect();
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'first'], 'text'));
echo $server->get('/end'), "\n";
echo body(receive($connection)), "\n";
echo $server->get('/look'), "\n";
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'second'], 'more'));
echo $server->get('/drop'), "\n";
show(receive($connection));
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'third'], 'gone'));
fclose($connection);
do $answer = $server->get('/look'); while ($answer === '');
echo $answer, "\n";
show($server->ask('/cycle'));
show($server->ask('/header-cycle'));
echo $server->stop();
?>
--EXPECT--
TIMEOUT done
late
["first","text",false,false,509]
dropped
HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 0
Connection: keep-alive


["third","gone",true,true,509]
