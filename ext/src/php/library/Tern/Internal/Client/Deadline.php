<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use function hrtime;

/** One time limit for many calls. */
final class Deadline
{
    private float $seconds = 0.0;
    /** A time of hrtime() in seconds; INF: none. */
    private float $at = INF;

    /** @param float $seconds 0: each call has its own usual limit, less than 0: none */
    public function __construct(float $seconds)
    {
        $this->seconds = $seconds;
        if ($seconds > 0) {
            $this->at = hrtime(true) / 1e9 + $seconds;
        }
    }

    /**
     * What a call of a socket is given.
     *
     * @throws Failure when it is over
     */
    public function left(): float
    {
        if ($this->at === INF) {
            return $this->seconds;
        }
        $left = $this->at - hrtime(true) / 1e9;
        return $left > 0 ? $left : throw Failure::timedOut();
    }
}
