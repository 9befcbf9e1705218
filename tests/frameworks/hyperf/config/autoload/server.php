<?php

declare(strict_types=1);

use Hyperf\Framework\Bootstrap\FinishCallback;
use Hyperf\Framework\Bootstrap\PipeMessageCallback;
use Hyperf\Framework\Bootstrap\TaskCallback;
use Hyperf\Framework\Bootstrap\WorkerExitCallback;
use Hyperf\Framework\Bootstrap\WorkerStartCallback;
use Hyperf\HttpServer\Server as HttpServer;
use Hyperf\Server\CoroutineServer;
use Hyperf\Server\Event;
use Hyperf\Server\Server;
use Hyperf\WebSocketServer\Server as WebSocketServer;
use Swoole\Constant;
use function Hyperf\Support\env;

return [
    'type' => env('NOTES_SERVER') === 'coroutine' ? CoroutineServer::class : Server::class,
    'mode' => SWOOLE_PROCESS,
    'servers' => [
        [
            'name' => 'http',
            'type' => Server::SERVER_HTTP,
            'host' => '127.0.0.1',
            'port' => (int) env('NOTES_PORT'),
            'sock_type' => SWOOLE_SOCK_TCP,
            'callbacks' => [Event::ON_REQUEST => [HttpServer::class, 'onRequest']],
            'options' => ['enable_request_lifecycle' => false],
        ],
        [
            'name' => 'socket',
            'type' => Server::SERVER_WEBSOCKET,
            'host' => '127.0.0.1',
            'port' => (int) env('NOTES_SOCKET_PORT'),
            'sock_type' => SWOOLE_SOCK_TCP,
            'callbacks' => [
                Event::ON_HAND_SHAKE => [WebSocketServer::class, 'onHandShake'],
                Event::ON_MESSAGE => [WebSocketServer::class, 'onMessage'],
                Event::ON_CLOSE => [WebSocketServer::class, 'onClose'],
            ],
        ],
    ],
    'settings' => [
        Constant::OPTION_ENABLE_COROUTINE => true,
        Constant::OPTION_WORKER_NUM => 2,
        Constant::OPTION_PID_FILE => BASE_PATH . '/runtime/hyperf.pid',
        Constant::OPTION_OPEN_TCP_NODELAY => true,
        Constant::OPTION_MAX_COROUTINE => 100000,
        Constant::OPTION_OPEN_HTTP2_PROTOCOL => true,
        Constant::OPTION_MAX_REQUEST => 100000,
        Constant::OPTION_SOCKET_BUFFER_SIZE => 2 * 1024 * 1024,
        Constant::OPTION_BUFFER_OUTPUT_SIZE => 2 * 1024 * 1024,
        Constant::OPTION_TASK_WORKER_NUM => 1,
        Constant::OPTION_TASK_ENABLE_COROUTINE => true,
    ],
    'callbacks' => [
        Event::ON_WORKER_START => [WorkerStartCallback::class, 'onWorkerStart'],
        Event::ON_PIPE_MESSAGE => [PipeMessageCallback::class, 'onPipeMessage'],
        Event::ON_WORKER_EXIT => [WorkerExitCallback::class, 'onWorkerExit'],
        Event::ON_TASK => [TaskCallback::class, 'onTask'],
        Event::ON_FINISH => [FinishCallback::class, 'onFinish'],
    ],
];
