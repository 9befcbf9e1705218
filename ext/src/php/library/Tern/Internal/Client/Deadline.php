<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** One time limit for many calls. */
final class Deadline
{
    private readonly ?float $at;

    /** @param float $seconds 0: each call has its own usual limit, less than 0: none */
    public function __construct(private readonly float $seconds)
    {
        $this->at = $seconds > 0 ? self::now() + $seconds : null;
    }

    /**
     * What a call of a socket is given.
     *
     * @throws Failure when it is over
     */
    public function left(): float
    {
        if ($this->at === null) {
            return $this->seconds;
        }
        $left = $this->at - self::now();
        return $left > 0 ? $left : throw Failure::timedOut();
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
