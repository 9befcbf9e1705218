<?php
// A server of SWOOLE_THREAD whose processes share a map and a counter.
require __DIR__ . '/../support/server.php';

use Swoole\Thread;

$server = prepared(new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_THREAD));
$server->set([
    'worker_num' => 2,
    'task_worker_num' => 1,
    'init_arguments' => function () {
        echo "init\n";
        return [new Thread\Map(['requests' => 0]), new Thread\Atomic\Long(0), ['names' => []]];
    },
]);
$server->on('workerStart', function ($server, int $id) {
    Thread::getArguments()[1]->add();
});
$server->on('request', function ($request, $response) use ($server) {
    [$map, $starts, $lists] = Thread::getArguments();
    switch ($request->server['path_info']) {
        case '/count':
            $map->incr('requests');
            $map['pid ' . getmypid()] = $server->getWorkerId();
            $lists['names'][] = $request->get['name'];
            $response->end((string) getmypid());
            break;
        case '/task':
            $server->task($request->get['name'], -1, fn($server, $id, $pid) => $response->end((string) $pid));
            break;
        case '/thread':
            $thread = new Thread(__DIR__ . '/threads_child.php', $map, $request->get['name']);
            $thread->join();
            $response->end((string) $thread->getExitStatus());
            break;
        default:
            $response->end(json_encode([
                'requests' => $map['requests'], 'starts' => $starts->get(), 'names' => $lists['names']->toArray(), 'all' => $map->toArray(),
                'threads' => Thread::activeCount(),
            ]));
    }
});
$server->on('task', function ($server, $id, $worker, $name) {
    Thread::getArguments()[2]['names'][] = "$name of a task";
    return getmypid();
});
$server->on('finish', fn() => null);
run();
