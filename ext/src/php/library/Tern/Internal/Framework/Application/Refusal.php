<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Swoole\Http\Response;
use function filter_var;
use function ini_get;

/** The response where there is no application for a request. */
final class Refusal
{
    /** @param string $error why there is none: for developers only */
    public static function send(Response $response, string $error = ''): void
    {
        $shows = $error !== '' && filter_var(ini_get('display_errors'), FILTER_VALIDATE_BOOL);
        $response->status($shows ? 500 : 503);
        $shows ? $response->header('Cache-Control', 'no-store') : $response->header('Retry-After', '1');
        $response->header('Content-Type', 'text/plain; charset=utf-8');
        $response->end($shows ? "$error\n" : "Service Unavailable\n");
    }
}
