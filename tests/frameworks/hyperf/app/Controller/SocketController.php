<?php

declare(strict_types=1);

namespace App\Controller;

use Hyperf\Contract\OnCloseInterface;
use Hyperf\Contract\OnMessageInterface;
use Hyperf\Contract\OnOpenInterface;
use Hyperf\Engine\WebSocket\Frame;
use Hyperf\Engine\WebSocket\Response;
use Hyperf\Redis\Redis;
use Hyperf\WebSocketServer\Context;

class SocketController implements OnMessageInterface, OnOpenInterface, OnCloseInterface
{
    public function __construct(private Redis $redis)
    {
    }

    public function onOpen($server, $request): void
    {
        Context::set('name', $request->get['name'] ?? 'nobody');
        $response = (new Response($server))->init($request);
        $response->push(new Frame(payloadData: 'open ' . $response->getFd()));
    }

    public function onMessage($server, $frame): void
    {
        (new Response($server))->init($frame)->push(new Frame(payloadData: Context::get('name') . ": $frame->data"));
    }

    public function onClose($server, int $fd, int $reactorId): void
    {
        $this->redis->lPush('closed', Context::get('name', '-'));
    }
}
