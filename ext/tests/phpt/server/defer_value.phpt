--TEST--
Server: what a callback returns is the argument of the functions that it gave to defer()
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
function returns(mixed $value) { global $values; defer(fn ($got) => $values->push(json_encode($got))); return $value; }
$server->on('workerStart', function ($server, $id) {
    global $values;
    $values = new Swoole\Coroutine\Channel(10);
    return $id === 0 ? returns('start') : null;
});
$server->on('task', fn ($server, $id, $from, $data) => $data === 'finish' ? $data : ($server->sendMessage($data, 0) ? null : 'not sent'));
$server->on('finish', fn () => null);
$server->on('pipeMessage', fn ($server, $from, $data) => returns($data));
$server->on('request', function ($request, $response) use ($server) {
    global $values;
    switch ($request->server['path_info']) {
        case '/start': $response->end($values->pop()); return;
        case '/returns': defer(fn ($got) => $response->end(json_encode($got))); return [1];
        case '/returns_later': defer(fn ($got) => $response->end(json_encode($got))); Swoole\Coroutine::sleep(0.001); return 'later';
        case '/returns_nothing': defer(fn ($got) => $response->end(json_encode($got))); return;
        case '/timer': Swoole\Timer::after(1, fn () => returns('timer')); break;
        case '/message': $server->task('message'); break;
        case '/finish': $server->task('finish', -1, fn () => returns('finish'));
    }
    $response->end($values->pop());
});
PHP, ['worker_num' => 1, 'task_worker_num' => 1, 'log_level' => SWOOLE_LOG_NONE]);
foreach (['start', 'returns', 'returns_later', 'returns_nothing', 'timer', 'message', 'finish'] as $path) {
    echo $path, ' ', preg_replace('/.*\r\n\r\n/s', '', $server->ask("/$path")), "\n";
}
$server->stop();
?>
--EXPECT--
start "start"
returns [1]
returns_later "later"
returns_nothing null
timer "timer"
message "message"
finish "finish"
