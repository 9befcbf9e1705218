<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

/** How many applications a worker may have, and for how long requests wait for one, and applications for a request. */
final class PoolLimits
{
    /**
     * @param int $most applications; each handles one request at a time
     * @param int $maxWait seconds that a request waits for one; 0: any time
     * @param int $idleTime seconds after which one that had no request is ended, if it is not the only idle one; 0: none is
     */
    public function __construct(public readonly int $most, public readonly int $maxWait, public readonly int $idleTime)
    {
    }

    /** For a program that cannot have more than one. */
    public function ofOne(): self
    {
        return new self(1, $this->maxWait, 0);
    }
}
