<?php

declare(strict_types=1);

namespace Tern\Internal\Framework;

use Closure;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;
use TypeError;

/** Servers whose responses are messages of PSR-7: setHandler() and handle() of OpenSwoole. */
final class PsrServer
{
    public static function set_handler(Server $server, mixed $handler): bool
    {
        if (!$handler instanceof RequestHandlerInterface) {
            throw new TypeError('Swoole\Http\Server::setHandler(): Argument #1 ($handler) must be of type '
                . RequestHandlerInterface::class . ', ' . get_debug_type($handler) . ' given');
        }
        return self::register($server, $handler->handle(...));
    }

    /** @param callable(ServerRequestInterface): ResponseInterface $callback */
    public static function handle(Server $server, callable $callback): bool
    {
        return self::register($server, Closure::fromCallable($callback));
    }

    /**
     * The factories are looked for here, so that a program without them fails at its start.
     *
     * @param Closure(ServerRequestInterface): ResponseInterface $handler
     */
    private static function register(Server $server, Closure $handler): bool
    {
        $messages = PsrMessages::ofApplication();
        return $server->on('request', static function (Request $request, Response $response) use ($messages, $handler): void {
            PsrMessages::send($handler($messages->request($request)), $response);
        });
    }
}
