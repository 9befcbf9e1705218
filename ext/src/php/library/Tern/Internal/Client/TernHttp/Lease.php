<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use function in_array;

/** A connection that is used for one request. It goes back to its host once. */
final class Lease
{
    /** Some of the request has been sent. */
    public bool $isSent = false;
    /** Some of the response has arrived. */
    public bool $hasBegun = false;
    private bool $isOver = false;

    /** @param bool $isReused it has had a request before */
    public function __construct(private readonly Host $host, private readonly Connection $connection, private readonly bool $isReused)
    {
    }

    /**
     * Suspends.
     *
     * @throws Failure
     */
    public function exchange(Request $request, Deadline $until): Response
    {
        return $this->connection->exchange($request, $until, $this);
    }

    /** Whether the server closed the connection while it was idle, and has not seen the request. */
    public function isStale(Failure $why): bool
    {
        return $this->isReused && !$this->hasBegun && in_array($why->getCode(), [Errno::EPIPE, Errno::ECONNRESET], true);
    }

    /** The exchange is over; the connection is kept if it may have another request. */
    public function release(): void
    {
        $this->end(true);
    }

    /** Whatever is under way ends; a connection of HTTP/1 is closed. */
    public function abandon(): void
    {
        $this->end(false);
    }

    private function end(bool $is_complete): void
    {
        if (!$this->isOver) {
            $this->isOver = true;
            $this->host->release($this->connection, $is_complete);
        }
    }
}
