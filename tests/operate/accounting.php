<?php
// Requests that cost something, each of its own kind.

require __DIR__ . '/../support/server.php';

$server = http_server();

class Gate
{
    public static $channel;
    public static function wait()
    {
        self::$channel->pop();
    }
}
function busy()
{
    for ($end = hrtime(true) + 600e6; hrtime(true) < $end;) {
        for ($i = 0; $i < 50_000; ++$i);
    }
}
function block()
{
    usleep(600000);
}
$server->on('task', fn($server, $task, $worker, $data) => $data);
$server->on('finish', fn() => null);
$server->on('workerStart', function () {
    Gate::$channel = new Swoole\Coroutine\Channel(1);
});

$server->on('request', function ($request, $response) use ($server) {
    switch ($request->server['path_info']) {
        case '/sleep':
            Swoole\Coroutine::sleep(given('nap_s'));
            break;
        case '/socket':
            [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            Swoole\Coroutine::create(function () use ($other) {
                Swoole\Coroutine::sleep(given('nap_s'));
                fwrite($other, 'x');
            });
            fread($one, 1);
            break;
        case '/dns':
            Swoole\Coroutine\System::gethostbyname('localhost');
            break;
        case '/file':
            $file = fopen(getcwd() . '/written', 'w');
            fwrite($file, 'x');
            fsync($file);
            break;
        case '/lock':
            $channel = new Swoole\Coroutine\Channel(1);
            Swoole\Coroutine::create(function () use ($channel) {
                Swoole\Coroutine::sleep(given('nap_s'));
                $channel->push(1);
            });
            $channel->pop();
            break;
        case '/task':
            $server->taskwait('x');
            break;
        case '/children':
            $group = new Swoole\Coroutine\WaitGroup();
            for ($i = 0; $i < 3; ++$i) {
                $group->add();
                Swoole\Coroutine::create(function () use ($group) {
                    Swoole\Coroutine::sleep(0.001);
                    for ($end = hrtime(true) + 10_000_000; hrtime(true) < $end;);
                    $group->done();
                });
            }
            $group->wait();
            break;
        case '/compute':
            for ($end = hrtime(true) + 20_000_000; hrtime(true) < $end;);
            break;
            // no break
        case '/memory':
            $text = str_repeat('x', 8 << 20);
            Swoole\Coroutine::sleep(0.001);
            break;
        case '/hold':
            note('HOLDS');
            while ($server->stats()['concurrency'] < 2) {
                Swoole\Coroutine::sleep(0.005);
            }
            break;
        case '/file.txt':
            $response->sendfile(__FILE__);
            return;
        case '/stream':
            Swoole\Coroutine::sleep(given('nap_s'));
            $response->write('a');
            break;
        case '/flight':
            $response->end(json_encode(Tern\Internal\request_accounts()));
            return;
        case '/slow':
            $response->end((string) $server->stats()['slow_request_count']);
            return;
        case '/wait':
            Gate::wait();
            break;
        case '/open':
            Gate::$channel->push(1);
            break;
        case '/busy':
            busy();
            break;
        case '/block':
            block();
            break;
    }
    $response->end('ok');
});
run();
