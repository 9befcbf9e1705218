<?php
// The server of sizes_test.py.

use Swoole\Coroutine\Channel;

require __DIR__ . '/../support/server.php';

ini_set('memory_limit', '-1');

// What the other side tells of it.
function digest(mixed $data): array
{
    return [strlen($data->text ?? $data), md5($data->text ?? $data)];
}

function sent(string $way, int $size): array
{
    global $server, $answers;
    $data = substr(str_repeat('0123456789abcdef', intdiv($size, 16) + 1), 0, $size);
    $answers = new Channel(1);
    $digest = match ($way) {
        'taskwait' => $server->taskwait(['digest', $data], 30),
        'task' => $server->task(['digest', $data], -1, fn($server, $id, $result) => $answers->push($result)) === false ?: $answers->pop(30),
        'finish' => digest($server->taskwait(['back', $size], 30)),
        'message' => $server->sendMessage(['digest', $server->worker_id, $data], 1 - $server->worker_id) ? $answers->pop(30) : false,
        'object' => $server->taskwait(['digest', (object) ['text' => $data]], 30),
    };
    return [$digest === digest($way === 'finish' ? str_repeat('x', $size) : $data), $size];
}

function refused(string $way, int $size): array
{
    global $server;
    $data = $way === 'finish' ? '' : str_repeat('x', $size);
    $result = match ($way) {
        'taskwait' => $server->taskwait($data, 1),
        'task' => $server->task($data),
        'finish' => $server->taskwait(['finish', $size], 30),
        'message' => $server->sendMessage($data, 1 - $server->worker_id),
    };
    return $way === 'finish' ? $result : [$result, swoole_last_error()];
}

$server = http_server();
$server->on('task', function ($server, $id, $from, $data) {
    [$what, $value] = is_array($data) ? $data : ['digest', $data];
    if ($what === 'finish') {
        return [$server->finish(str_repeat('x', $value)), swoole_last_error()];
    }
    return $what === 'digest' ? digest($value) : str_repeat('x', $value);
});
$server->on('finish', fn() => null);
$server->on('pipeMessage', function ($server, $from, $message) {
    if ($message[0] === 'digest') {
        $server->sendMessage(['answer', digest($message[2])], $message[1]);
    } else {
        $GLOBALS['answers']->push($message[1]);
    }
});
$server->on('request', function ($request, $response) {
    $words = explode('/', trim($request->server['path_info'], '/'));
    $size = (int) $request->get['size'];
    $response->end(json_encode($words[0] === 'refused' ? refused($words[1], $size) : sent($words[0], $size)));
});
run();
