<?php
// Answers of which a part is refused: it is too long for output_buffer_size.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $large = str_repeat('x', 5000);
    $done = match ($request->server['path_info']) {
        '/piece' => [@$response->write('first') ? @$response->write($large) : null, $response->end('last')],
        '/only' => [@$response->write($large), $response->end()],
        '/returns' => @$response->write('first') ? @$response->write($large) : null,
        '/last' => @$response->write('first') ? @$response->end($large) : null,
        '/whole' => @$response->end($large),
        '/instead' => [@$response->end($large), $response->end('instead')],
    };
    note('DONE', json_encode($done));
});
run();
