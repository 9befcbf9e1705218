<?php
// Requests that become WebSockets in their handlers.

require __DIR__ . '/../support/server.php';

$server = http_server();

$server->on('message', fn() => note('NEVER'));
$server->on('close', fn($server, $fd) => note('CLOSE'));
$kept = [];
function on_echo($request, $response)
{
    $response->header('X-Own', 'yes');
    if (!$response->upgrade()) {
        return note('REFUSED', (string) swoole_last_error());
    }
    for (;;) {
        $frame = $response->recv();
        if ($frame === '' || $frame === false) {
            return note('END', json_encode($frame));
        }
        if ($frame instanceof Swoole\WebSocket\CloseFrame) {
            note('CLOSING', "$frame->code", $frame->reason);
            continue;
        }
        if ($frame->data === 'return') {
            return;
        }
        $response->push("$response->fd " . ($frame->fd === $response->fd ? 'same ' : 'other ') . $frame->data);
    }
}
function on_plain($request, $response)
{
    $response->end('plain');
}
function on_timeout($request, $response)
{
    $response->upgrade();
    $response->push(json_encode([$response->recv(0.01), swoole_last_error()]));
    $response->push($response->recv()->data);
}
function on_late($request, $response)
{
    $response->upgrade();
    note('UPGRADED');
    $GLOBALS['gate'] = new Swoole\Coroutine\Channel(1);
    $GLOBALS['gate']->pop();
    $all = [];
    while (($frame = $response->recv()) !== '') {
        $all[] = $frame instanceof Swoole\WebSocket\CloseFrame ? $frame->code : strlen($frame->data);
    }
    note('ALL', json_encode([$all, $response->push('x'), swoole_last_error(), $response->close()]));
}
function on_open($request, $response)
{
    $GLOBALS['gate']->push(1);
    $response->end();
}
function on_two($request, $response)
{
    $response->upgrade();
    Swoole\Coroutine::create(function () use ($response) {
        $response->push($response->recv()->data);
    });
    try {
        $response->recv();
    } catch (Error $e) {
        $response->push(preg_replace('/\d+/', 'N', $e->getMessage()));
    }
    Swoole\Coroutine::yield();
}
function on_never($request, $response)
{
    $wrong = [@$response->recv(), @$response->push('x'), swoole_last_error()];
    $response->end(json_encode($wrong));
    note('LATER', json_encode(@$response->upgrade()));
}
function on_throw($request, $response)
{
    $response->upgrade();
    throw new Exception('after upgrade');
}
function on_cancel($request, $response, $server)
{
    $response->upgrade();
    $id = Swoole\Coroutine::getCid();
    Swoole\Coroutine::create(fn() => Swoole\Coroutine::cancel($id));
    $response->push('not reached by who was not cancelled');
    Swoole\Timer::after(1, fn() => Swoole\Coroutine::cancel($id));
    $response->push(json_encode([$response->recv(), swoole_last_error()]));
    $response->disconnect(4001, 'done');
    $response->recv();
}

$server->on('request', by_path($server));
run();
