<?php
// Workers that block; the master answers the requests that they have, and may then kill them.

require __DIR__ . '/../support/server.php';

use Swoole\Http\Response;
use Swoole\Process;

/** Blocks: 'compute' or 'sleep', until the process is killed or the file exists. */
function block(string $how, string $until): void
{
    for (clearstatcache(); !file_exists($until); clearstatcache()) {
        $how === 'compute' || usleep(10_000);
    }
}

/** What the master answers, by the query of the request. */
function answer(Response $response, array $wanted): bool
{
    $response->status(408);
    $response->header('X-By', 'master');
    if ($wanted['as'] === 'pieces') {
        return $response->write('one ') && $response->write('two ') && $response->end('three');
    }
    if ($wanted['as'] === 'file') {
        return $response->sendfile(__FILE__);
    }
    return $response->end($wanted['as'] === 'large' ? str_repeat('x', 4 << 20) : 'too long');
}

/** Reports what create() and the answer returned, in the order that the request wants. */
function act(Swoole\Server $server, array $wanted): void
{
    $kill = fn() => Process::kill($wanted['pid'], SIGKILL);
    if ($wanted['order'] === 'kill first') {
        $kill();
    }
    $response = Response::create($server, $wanted['fd']);
    note('ANSWERED', json_encode($response ? answer($response, $wanted) : null));
    if ($wanted['order'] === 'kill last') {
        $kill();
    }
}

$wanted = new Swoole\Table(8);
$wanted->column('json', Swoole\Table::TYPE_STRING, 512);
$wanted->create();

$server = http_server();
$server->on('start', function (Swoole\Server $server) use ($wanted) {
    announce($server);
    $server->tick(5, function () use ($server, $wanted) {
        foreach ($wanted as $key => $row) {
            $wanted->del($key);
            act($server, json_decode($row['json'], true));
        }
    });
});
$server->on('request', function ($request, $response) use ($wanted) {
    if ($request->server['path_info'] === '/block') {
        $ask = ['fd' => $request->fd, 'pid' => getmypid()] + $request->get;
        if (isset($request->get['begun'])) {
            $response->write('begun');
        }
        $wanted->set((string) $request->fd, ['json' => json_encode($ask)]);
        block($request->get['how'], $request->get['until'] ?? '/nonexistent');
        note('WORKER', json_encode($response->end('from the worker')));
        return;
    }
    $response->end((string) getmypid());
});
run();
