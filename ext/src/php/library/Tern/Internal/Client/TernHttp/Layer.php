<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Exception;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;

/** A part of the client that requests pass on their way to the server: redirects, the cache, retries, the connections. */
interface Layer
{
    /**
     * Suspends.
     *
     * @throws Exception
     */
    public function send(Request $request, Deadline $until): Response;
}
