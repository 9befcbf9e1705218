<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Swoole\Http\Request;
use Swoole\Http\Response;

/** What HandlerPool lends, to one request at a time. */
interface Handler
{
    /** Returns when the response has been sent. */
    public function respond(Request $request, Response $response): void;

    /** Whether it has handled as many requests as it may, or has grown too large. */
    public function isSpent(): bool;

    /** Forgets a request that did not end by returning, as far as that is possible. */
    public function reset(): void;
}
