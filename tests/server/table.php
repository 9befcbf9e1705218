<?php
// Workers that share a table.

require __DIR__ . '/../support/server.php';

$table = new Swoole\Table(100);
$table->column('count', Swoole\Table::TYPE_INT);
$table->column('text', Swoole\Table::TYPE_STRING, 1000);
$table->create();

function on_count($request, $response, $server): void
{
    global $table;
    $key = $server->worker_id . ' ' . getmypid();
    $table->set($key, ['text' => str_repeat($key, 10)]);
    $table->incr($key, 'count');
    $response->end((string) $table->incr('all', 'count'));
}

function on_read($request, $response): void
{
    global $table;
    $response->end(json_encode([getmypid(), $table->get('row'), $table->incr('row', 'count') > 0, count($table)]));
}

// Never stops writing, to be killed in the middle of it.
function on_write(): never
{
    global $table;
    for ($i = 0;; ++$i) {
        $table->set('row', ['count' => 1 + $i % 26, 'text' => str_repeat(chr(97 + $i % 26), 1000)]);
        if ($i === 0) {
            error_log('writing');
        }
    }
}

$server = http_server();
$by_path = by_path($server);
$server->on('request', function ($request, $response) use ($server, $by_path) {
    answers_serving($request, $response, $server) || $by_path($request, $response);
});
run();
