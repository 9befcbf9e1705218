--TEST--
option admin_server: commands over HTTP, with the access token only
--FILE--
<?php
$port = 0; $s = stream_socket_server('tcp://127.0.0.1:0'); $port = (int) substr(strrchr(stream_socket_get_name($s, false), ':'), 1); fclose($s);
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => 5, 'admin_server' => "http://127.0.0.1:$port"]);
$token = Swoole\Server\Admin::getAccessToken();
$server->on('request', fn() => 0);
$server->on('managerStart', function ($server) use ($port, $token) {
    go(function () use ($server, $port, $token) {
        Swoole\Runtime::enableCoroutine();
        foreach ([['x', 'get_worker_info/worker-0'], [$token, 'get_static_property_value/worker-0?class_name=X'], [$token, 'get_resources/x']] as [$given, $path]) {
            $context = stream_context_create(['http' => ['ignore_errors' => true, 'header' => "X-ADMIN-SERVER-ACCESS-TOKEN: $given"]]);
            echo file_get_contents("http://127.0.0.1:$port/api/$path", false, $context), "\n";
        }
        $server->shutdown();
    });
});
$server->start();
?>
--EXPECT--
{"code":403,"data":"The access token is wrong"}
{"code":4004,"data":"There is no such class"}
{"code":4004,"data":"There is no such command or process"}
