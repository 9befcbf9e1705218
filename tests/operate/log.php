<?php
// The server of log_test.py: text that tries to look like lines of the log goes each way into it.

require __DIR__ . '/../support/server.php';

$server = http_server();

$server->on('request', function ($request, $response) use ($server) {
    if (answers_serving($request, $response, $server)) {
        return;
    }
    $text = given('forged');
    switch ($request->server['path_info']) {
        case '/throw':
            throw new RuntimeException($text, 0, new LogicException($text));
        case '/log':
            swoole_error_log(SWOOLE_LOG_ERROR, $text);
            break;
        case '/bytes':
            swoole_error_log(SWOOLE_LOG_ERROR, "bytes: \x85\xff\x9b" . "2K");
            break;
        case '/php':
            error_log($text);
            trigger_error($text, E_USER_WARNING);
            break;
        case '/include':
            include getcwd() . '/' . given('odd');
            break;
    }
    if (str_starts_with($request->server['path_info'], '/slow/')) {
        usleep(30000);
    }
    $response->end('ok');
});

run();
