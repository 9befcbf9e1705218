<?php
// The server of metrics_test.py: each kind of thing that is counted, on demand.

require __DIR__ . '/../support/server.php';

class Kept
{
    public static $before;
    public static $table;
    public static $gate;
    public static $pool;
}

$server = http_server();

Kept::$before = Tern\Metrics::gauge('made_before', 'Before start().');
Kept::$table = new Swoole\Table(64);
Kept::$table->column('id', Swoole\Table::TYPE_INT);
Kept::$table->column('name', Swoole\Table::TYPE_STRING, 8);
Kept::$table->create();
Kept::$table->set('a', ['id' => 1]);
$server->on('workerStart', function () {
    Kept::$gate = new Swoole\Coroutine\Channel(1);
    Kept::$pool = new Tern\Pool(fn() => new stdClass(), reset: fn() => true, name: "thing\xff");
    Kept::$pool->use(fn() => null);
    Swoole\Timer::after(3600_000, fn() => null);
});

$server->on('request', function ($request, $response) use ($server) {
    if (answers_serving($request, $response, $server)) {
        return;
    }
    switch ($request->server['path_info']) {
        case '/metrics':
            return $response->end(Tern\Metrics::render(isset($request->get['openmetrics'])));
        case '/stats':
            return $response->end(json_encode(Tern\Metrics::collect()));
        case '/hold':
            Kept::$gate->pop();
            return $response->end('held');
        case '/free':
            Kept::$gate->push(true);
            return $response->end('freed');
        case '/block':
            usleep(20_000);
            return $response->end('blocked');
        case '/visit':
            Tern\Metrics::counter('visits', 'Visits.', ['page'])->inc(1, [$request->get['page']]);
            Kept::$before->inc(0.5);
            return $response->end((string) $server->worker_id);
    }
    $response->status((int) ($request->get['status'] ?? 200));
    $response->end('ok');
});

run();
