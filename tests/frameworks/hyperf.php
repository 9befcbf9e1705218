<?php
// What Hyperf 3 asks of Tern, in the way that it does: a WebSocket server with an HTTP port beside it, a process that handles jobs,
// tasks in coroutines, a channel with return types. Each warning is an exception.

require __DIR__ . '/../support/server.php';

use Swoole\Coroutine;
use Swoole\Http\Response;
use Swoole\Process;
use Swoole\Server\Task;
use Swoole\WebSocket\Server;

set_error_handler(fn(int $level, string $text) => throw new ErrorException($text, 0, $level));

interface ChannelInterface
{
    public function push(mixed $data, float $timeout = -1): bool;
    public function pop(float $timeout = -1): mixed;
    public function close(): bool;
    public function isEmpty(): bool;
    public function isFull(): bool;
}
class Channel extends Swoole\Coroutine\Channel implements ChannelInterface
{
    public function push(mixed $data, float $timeout = -1): bool
    {
        return parent::push($data, $timeout);
    }
}

/** As its response emitter does when the application has returned, streamed or not. */
function emit(Response $response, string $body): void
{
    if (strtolower($response->header['Upgrade'] ?? '') === 'websocket') {
        return;
    }
    foreach (['X-Late' => ['a', 'b'], 'Server' => 'Hyperf'] as $name => $value) {
        $response->header($name, $value);
    }
    $response->rawcookie('id', rawurlencode('a b'), 0, '/', '', false, true, 'lax');
    $response->status(201, 'Created');
    $response->end($body);
}

/** The name of the coroutine is kept for all that belongs to its connection. */
function on_handshake(Swoole\Http\Request $request, Response $response, Server $server): void
{
    $accept = base64_encode(sha1($request->header['sec-websocket-key'] . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', true));
    foreach (['Upgrade' => 'websocket', 'Connection' => 'Upgrade', 'Sec-WebSocket-Accept' => $accept, 'Sec-WebSocket-Version' => 13] as $name => $value) {
        $response->header($name, $value);
    }
    $fd = $response->fd;
    Coroutine::defer(fn() => $server->push($fd, "open $fd"));
    $response->status(101, 'Switching Protocols');
    $response->end('');
}

/** To the worker that has the connection, whichever that is. */
function send(Server $server, int $fd, string $text): void
{
    if ($server->exist($fd)) {
        $server->push($fd, $text);
    }
}

$server = new Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP);
$server->set([
    'enable_coroutine' => true, 'worker_num' => 2, 'open_tcp_nodelay' => true, 'max_coroutine' => 100000, 'open_http2_protocol' => true,
    'max_request' => 100000, 'socket_buffer_size' => 2 << 20, 'buffer_output_size' => 2 << 20, 'task_worker_num' => 1,
    'task_enable_coroutine' => true, 'hook_flags' => SWOOLE_HOOK_ALL,
]);
$port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$port->set(['open_http_protocol' => true, 'open_websocket_protocol' => false]);
$jobs = new Process(function (Process $process) {
    $socket = $process->exportSocket();
    $quit = new Channel(1);
    Coroutine::create(function () use ($socket, $quit) {
        while ($quit->pop(0.001) !== true) {
            $job = $socket->recv(65535, 10);
            if ($job === '' || $job === false && $socket->errCode !== SOCKET_ETIMEDOUT) {
                throw new Exception('the socket is closed');
            }
            if ($job !== false) {
                file_put_contents(unserialize($job)['file'], 'handled');
            }
        }
    });
    Coroutine::sleep(3600);
}, false, SOCK_DGRAM, true);
$jobs->setBlocking(false);
$server->addProcess($jobs);

$server->on('start', fn() => announce($server));
$server->on('managerStart', fn() => null);
$server->on('workerStart', fn() => null);
$server->on('workerExit', fn() => null);
$server->on('workerStop', fn() => null);
$server->on('handshake', fn($request, $response) => on_handshake($request, $response, $server));
$server->on('message', fn($server, $frame) => $server->push($frame->fd, "$frame->data back"));
$server->on('close', fn() => null);
$server->on('pipeMessage', fn($server, $from, $message) => send($server, $message['fd'], $message['text']));
$server->on('task', function ($server, Task $task) {
    Coroutine::sleep(0.001);
    $task->finish(array_sum($task->data));
});
$server->on('finish', fn($server, $id, $result) => $result);
$port->on('request', function ($request, Response $response) use ($server, $jobs) {
    $body = '';
    switch ($request->server['path_info']) {
        case '/stream':
            $response->header('Content-Type', 'text/event-stream; charset=utf-8');
            $response->header('Transfer-Encoding', 'chunked');
            $response->write("data: 1\n\n");
            $response->write("data: 2\n\n");
            break;
        case '/task': $body = json_encode([$server->taskwait([2, 3], 10), $server->taskCo([[1], [2]], 10)]);
            break;
        case '/job': $body = json_encode($jobs->exportSocket()->send(serialize($request->get), 10) > 0);
            break;
        case '/push':
            $message = ['fd' => (int) $request->get['fd'], 'text' => 'pushed'];
            $other = 1 - $server->worker_id;
            if ($server->getClientInfo($message['fd'])['reactor_id'] === $server->worker_id) {
                send($server, ...$message);
            } else {
                $server->sendMessage($message, $other);
            }
            $body = 'sent';
            break;
        default:
            $channel = new Channel(1);
            Coroutine::create(fn() => $channel->push($request->server['request_uri']));
            $body = json_encode([$channel->pop(1), $channel->pop(0.001), $channel->isEmpty(), $channel->isFull(), $channel->close(), $channel->errCode]);
    }
    emit($response, $body);
});
$server->start();
