<?php
// What clients make work for nothing.

require __DIR__ . '/../support/server.php';

$server = http_server();

$GLOBALS['waiting'] = 0;

$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    if ($path === '/stats') {
        return $response->end(json_encode($server->stats()));
    }
    if ($path === '/never') {
        note('NEVER');
    }
    if ($path === '/endless') {
        $piece = str_repeat('x', 65536);
        for ($count = 0; $response->write($piece); ++$count);
        return note('ENDLESS', (string) $count);
    }
    if ($path === '/whole') {
        return $response->end(str_repeat('x', 200000));
    }
    if ($path === '/huge') {
        return $response->end(str_repeat('x', 12 << 20));
    }
    if ($path === '/together') {
        $GLOBALS['waiting']++;
        while ($GLOBALS['waiting'] < 50) {
            Co::sleep(0.001);
        }
        return $response->end(str_repeat('x', 200000));
    }
    if ($path === '/megabytes') {
        $piece = str_repeat('x', 65536);
        for ($count = 0; $count < 256; ++$count) {
            $response->write($piece);
        }
        return $response->end();
    }
    $response->end($request->server['request_method'] . ' ' . $path . ' ' . strlen($request->rawContent()));
});
run();
