<?php
// php between_workers.php PORT MODE: /task?n=N gives N tasks and waits for their results; /messages?n=N has each of four
// workers send its share of N messages to each other one, and answers when all have come, in order.
$server = new Swoole\Http\Server('127.0.0.1', (int) $argv[1], $argv[2] === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 4, 'task_worker_num' => 2, 'backlog' => 4096, 'log_level' => SWOOLE_LOG_ERROR]);
/** @var int $come */
$come = 0;
$all = new Swoole\Coroutine\Channel(1);
$server->on('task', fn(Swoole\Server $server, int $id, int $from, mixed $data) => $data);
$server->on('finish', function (Swoole\Server $server, int $id, mixed $data) use (&$come, &$all) {
    if (--$come === 0) {
        $all->push(true);
    }
});
/** @var array<int, int> $expected by worker */
$expected = [];
$received = new Swoole\Table(8);
$received->column('count', Swoole\Table::TYPE_INT);
$received->column('disordered', Swoole\Table::TYPE_INT);
$received->create();
$server->on('pipeMessage', function (Swoole\Server $server, int $from, mixed $data) use (&$expected, $received) {
    if (is_array($data)) {
        [, $count] = $data;
        go(function () use ($server, $count) {
            for ($to = 0; $to < 4; ++$to) {
                for ($i = 0; $to !== $server->worker_id && $i < $count; ++$i) {
                    while (!$server->sendMessage($i, $to)) {
                        Swoole\Coroutine::sleep(0.001);
                    }
                }
            }
        });
        return;
    }
    if (!is_int($data)) {
        return;
    }
    if (($expected[$from] ?? 0) !== $data && $data !== 0) {
        $received->incr('all', 'disordered');
    }
    $expected[$from] = $data + 1;
    $received->incr('all', 'count');
});
$server->on('request', function ($request, $response) use ($server, &$come, &$all, $received) {
    $count = $request->get['n'] ?? null;
    $count = is_numeric($count) ? (int) $count : 0;
    if ($request->server['path_info'] === '/task') {
        $all = new Swoole\Coroutine\Channel(1);
        $come = $count;
        for ($i = 0; $i < $count; ++$i) {
            $server->task($i);
        }
        return $response->end(json_encode(['done' => $all->pop()], JSON_THROW_ON_ERROR));
    }
    $received->set('all', ['count' => 0, 'disordered' => 0]);
    $share = intdiv($count, 12);
    for ($to = 0; $to < 4; ++$to) {
        if ($to !== $server->worker_id) {
            $server->sendMessage([$server->worker_id, $share], $to);
        }
    }
    for ($to = 0; $to < 4; ++$to) {
        for ($i = 0; $to !== $server->worker_id && $i < $share; ++$i) {
            while (!$server->sendMessage($i, $to)) {
                Swoole\Coroutine::sleep(0.001);
            }
        }
    }
    while ($received->get('all', 'count') < $share * 12) {
        Swoole\Coroutine::sleep(0.001);
    }
    $response->end(json_encode(['sent' => $share * 12] + ($received->get('all') ?: []), JSON_THROW_ON_ERROR));
});
$server->start();
