--TEST--
The manual's HTTP server: the request's properties
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 1]);
    $http->on('Request', function (Swoole\Http\Request $request, Swoole\Http\Response $response) {
        ksort($request->server);
        $response->header('Content-Type', 'text/html; charset=utf-8');
        $response->end(implode(' ', array_keys($request->server)) . "\n" . json_encode([
            $request->fd > 0, $request->streamId, $request->server['request_method'], $request->server['request_uri'], $request->server['path_info'],
            $request->server['query_string'], $request->server['server_protocol'], $request->server['remote_addr'],
            $request->get, $request->post, $request->cookie, $request->files, $request->tmpfiles, $request->header,
        ], JSON_UNESCAPED_SLASHES) . "\n");
    });
    return $http;
});
echo $program->request('/path/name?a=1&b[]=2', 'GET', ['Cookie' => 'one=1; two=%20', 'X-Extra' => 'yes']);
$program->stop();
?>
--EXPECT--
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8
Vary: Accept-Encoding
Content-Length: 370

master_time path_info query_string remote_addr remote_port request_method request_time request_time_float request_uri server_addr server_port server_protocol
[true,0,"GET","/path/name","/path/name","a=1&b[]=2","HTTP/1.1","127.0.0.1",{"a":"1","b":["2"]},null,{"one":"1","two":" "},null,null,{"cookie":"one=1; two=%20","x-extra":"yes","host":"test","connection":"close"}]
