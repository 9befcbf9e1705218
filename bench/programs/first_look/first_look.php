<?php
// The page under the names of 2018.
require __DIR__ . '/site.php';

$server = new swoole_http_server('127.0.0.1', (int) $argv[1]);
$server->set(['log_level' => SWOOLE_LOG_ERROR]);
$server->on('start', function ($server) {
});
$server->on('request', function ($request, $response) {
    $answer = site()->handle(new Request($request->server['request_method'], $request->server['request_uri']));
    foreach ($answer->fields as $name => $value) {
        $response->header($name, $value);
    }
    $response->end($answer->body);
});
$server->start();
