<?php
// A server whose handler waits; ?debug asks for the debugger, `traces` for a trace of each worker.
require __DIR__ . '/../../support/server.php';

$server = http_server();
if (given('traces', false)) {
    $server->on('workerStart', fn($server, $id) => xdebug_start_trace("$id"));
    $server->on('workerStop', fn() => xdebug_stop_trace());
}
$server->on('request', function ($request, $response) {
    if (isset($request->get['debug'])) {
        xdebug_break();
    }
    $name = $request->get['name'];
    Co::sleep(0.001);
    $text = "hello $name";
    $response->end($text);
});
run();
