<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;

/** A connection to a server, which a request may be sent on. */
interface Connection
{
    /**
     * Sends a request and receives its response: all of it, or the head if the request wants to read the body itself.
     * Suspends.
     *
     * @param Lease $lease gives the connection back when the body was read
     * @throws Failure
     */
    public function exchange(Request $request, Deadline $until, Lease $lease): Response;

    /** Whether several requests may be sent at the same time. */
    public function isShared(): bool;

    /** How many more requests may be sent now. */
    public function room(): int;

    /** Whether no request is under way. */
    public function isIdle(): bool;

    /** Whether the server has neither closed it nor sent anything unasked. */
    public function isAlive(): bool;

    /** Seconds after which the server closes it when it is idle; INF: it has not said. */
    public function idleTime(): float;

    /** Does not suspend. */
    public function close(): void;
}
