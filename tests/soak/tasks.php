<?php
// The server of tasks.py: each request gives ten tasks, and every task and its result are counted.

use Swoole\Atomic\Long;

require __DIR__ . '/../support/server.php';

[$given, $finished, $lost, $wrong] = [new Long(), new Long(), new Long(), new Long()];

$server = http_server();
$server->on('task', function ($server, $id, $from, $data) {
    usleep(random_int(0, 1000));
    return [$data[0], md5($data[1]), $data[1]];
});
$server->on('finish', function ($server, $id, $result) use ($finished, $wrong) {
    if ($result[2][0] !== chr(97 + $result[0] % 26) || md5($result[2]) !== $result[1]) {
        $wrong->add();
    }
    $finished->add();
});
$server->on('taskLost', fn() => $lost->add());
$server->on('workerStart', function ($server, $id) {
    if ($server->taskworker) {
        note('<task worker', getmypid() . '>');
    }
});
$server->on('afterReload', fn() => note('RELOADED'));
$server->on('request', function ($request, $response) use ($server, $given, $finished, $lost, $wrong) {
    if ($request->server['path_info'] === '/counts') {
        return $response->end(json_encode([$given->get(), $finished->get(), $lost->get(), $wrong->get()]));
    }
    for ($i = 0; $i < 10; ++$i) {
        $number = $given->add();
        // A payload in ten does not fit into a message.
        $data = str_repeat(chr(97 + $number % 26), $i === 9 ? 300000 : 100);
        if ($server->task([$number, $data]) === false) {
            $given->sub();
        }
    }
    $response->end((string) $server->worker_pid);
});
run();
