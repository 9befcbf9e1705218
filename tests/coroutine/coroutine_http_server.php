<?php
// A Coroutine\Http\Server, in the place that the test names.
use Swoole\WebSocket\CloseFrame;

require __DIR__ . '/../support/server.php';

function handlers(Swoole\Coroutine\Http\Server $server): void
{
    if (given('fatal', false)) {
        $server->handle('/fatal', fn() => str_repeat('x', 1 << 30));
    }
    $server->handle('/', fn($request, $response) => $response->end($request->server['request_method'] . ' ' . $request->server['path_info']));
    $server->handle('/large', fn($request, $response) => $response->end(str_repeat('large ', 20000)));
    $server->handle('/upload', function ($request, $response) {
        $file = $request->files['file'];
        $response->end("$file[name] $file[size] " . md5_file($file['tmp_name']));
    });
    $server->handle('/body', fn($request, $response) => $response->end(md5($request->getContent())));
    $server->handle('/stream', function ($request, $response) {
        for ($i = 0; $i < 3; ++$i) {
            $response->write("piece $i\n");
            Co::sleep(0.001);
        }
    });
    $server->handle('/throw', fn() => throw new LogicException('not today'));
    $server->handle('/stop', function ($request, $response) use ($server) {
        $server->shutdown();
        $response->end('stopping');
    });
    $server->handle('/wait', function ($request, $response) {
        note('WAITS');
        Co\System::waitSignal(SIGUSR1, 100);
        $response->end('answered');
    });
    $server->handle('/ws', function ($request, $response) use ($server) {
        $response->upgrade();
        note('OPEN');
        while (($frame = $response->recv()) !== '' && $frame !== false && !$frame instanceof CloseFrame) {
            if ($frame->data === 'close') {
                $response->close();
                break;
            }
            $response->push("you said $frame->data");
        }
        note('CLOSED', $frame instanceof CloseFrame ? "$frame->code" : var_export($frame, true) . var_export($response->push('late'), true));
    });
}

// Until it is shut down: by SIGTERM, unless the place has the signals.
function serve(string $word = 'LISTENING', bool $signals = true): void
{
    $server = new Swoole\Coroutine\Http\Server('127.0.0.1', 0, given('ssl', false));
    $server->set(given('options', []));
    handlers($server);
    if ($signals) {
        Swoole\Process::signal(SIGTERM, fn() => $server->shutdown());
    }
    note($word, (string) $server->port);
    note('ENDED', var_export($server->start(), true), (string) $server->errCode);
    if ($signals) {
        Swoole\Process::signal(SIGTERM, null);
    }
    unset($server);
    gc_collect_cycles();  // handlers and their server refer to each other
}

function in_script(): void
{
    Co\run(serve(...));
}

function in_scheduler(): void
{
    $all = new Co\Scheduler();
    $all->add(serve(...));
    exit($all->start() ? 0 : 1);
}

function in_process(): void
{
    $child = new Swoole\Process(fn() => serve(), false, 0, true);
    $child->start();
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, fn() => Swoole\Process::kill($child->pid, SIGTERM), false);
    while (!($end = Swoole\Process::wait())) {
    }
    exit($end['code']);
}

function in_pool(): void
{
    $port = (new Swoole\Coroutine\Http\Server('127.0.0.1', 0, false, true))->port;
    $pool = new Swoole\Process\Pool(2, SWOOLE_IPC_NONE, 0, true);
    $pool->on('workerStart', function ($pool, $id) use ($port) {
        $server = new Swoole\Coroutine\Http\Server('127.0.0.1', $port, false, true);
        $server->handle('/', fn($request, $response) => $response->end("worker $id"));
        Swoole\Process::signal(SIGTERM, fn() => $server->shutdown());
        note('SERVES', (string) $server->port);
        $server->start();
    });
    $pool->start();
}

function in_worker(): void
{
    global $server;
    $server = http_server();
    $server->on('workerStart', fn() => serve('BESIDE', false));
    $server->on('request', fn($request, $response) => $response->end('of the server'));
    run();
}

given('place')();
