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
        case '/count': return $response->end((string) count($kept));
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
            return;
        case '/header-cycle':
            $response->header = ['X-Name' => 'value', 'self' => [$response]];
            return;
        case '/collect': return $response->end((string) (gc_collect_cycles() > 0));
    }
});
PHP, ['log_level' => 4], ['error_reporting' => E_ALL & ~E_DEPRECATED]);
$connection = $server->connect();
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'first'], 'text'));
function wait_until_kept($server) { do $count = $server->get('/count'); while ($count !== '2'); }
wait_until_kept($server);
echo $server->get('/end'), "\n";
echo body(receive($connection)), "\n";
echo $server->get('/look'), "\n";
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'second'], 'more'));
wait_until_kept($server);
echo $server->get('/drop'), "\n";
show(receive($connection));
fwrite($connection, request('/keep', 'POST', ['X-Name' => 'third'], 'gone'));
wait_until_kept($server);
fclose($connection);
echo $server->get('/look'), "\n";
// Garbage with a response in it ends when it is collected.
foreach (['/cycle', '/header-cycle'] as $target) {
    $connection = $server->connect();
    fwrite($connection, request($target));
    do $collected = $server->get('/collect'); while ($collected === '');
    show(receive($connection));
    fclose($connection);
}
echo $server->stop();
?>
--EXPECT--
done
late
["first","text",false,false,509]
dropped
HTTP/1.1 500 Internal Server Error
Content-Type: text/html
Content-Length: 0
Connection: keep-alive


["third","gone",true,true,509]
HTTP/1.1 500 Internal Server Error
Content-Type: text/html
X-Cycle: yes
Content-Length: 0
Connection: keep-alive


HTTP/1.1 500 Internal Server Error
Content-Type: text/html
X-Name: value
Content-Length: 0
Connection: keep-alive
