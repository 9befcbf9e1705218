<?php
// The server of full_disk_test.py: says how many lines of each log were lost.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    switch ($request->server['path_info']) {
        case '/slow':
            Swoole\Coroutine::sleep(0.01);
            break;
        case '/throw':
            throw new Exception('thrown on purpose');
    }
    preg_match_all('/^tern_log_lost_lines_total\{log="(\w+)"\} (\d+)$/m', Tern\Metrics::render(), $found);
    $response->end(json_encode(array_combine($found[1], $found[2]) + ['stats' => $server->stats()['log_lost']]));
});
run();
