<?php

declare(strict_types=1);

namespace App;

use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** Who asks, for code that has no request at hand. */
final class Visitor implements MiddlewareInterface
{
    public static ?string $name = null;

    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        self::$name = $request->getCookieParams()['user'] ?? 'nobody';
        return $handler->handle($request)->withHeader('X-User', self::$name);
    }
}
