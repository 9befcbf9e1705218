<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/**
 * Whether a host gets requests: after some failures in a row it gets none for a while. Then one request is let through,
 * whose outcome decides for the others.
 */
final class Breaker
{
    private int $failures = 0;
    private float $openUntil = 0;
    private bool $isProbing = false;

    public function __construct(private readonly int $most, private readonly float $reset)
    {
    }

    /** Whether a request may be sent. Its outcome must be told. */
    public function tryEnter(): bool
    {
        if ($this->failures < $this->most) {
            return true;
        }
        if ($this->isProbing || self::now() < $this->openUntil) {
            return false;
        }
        return $this->isProbing = true;
    }

    public function noteSuccess(): void
    {
        [$this->failures, $this->isProbing] = [0, false];
    }

    public function noteFailure(): void
    {
        $this->isProbing = false;
        if (++$this->failures >= $this->most) {
            $this->failures = $this->most;
            $this->openUntil = self::now() + $this->reset;
        }
    }

    /** The request has ended without saying anything about the host. */
    public function noteNothing(): void
    {
        $this->isProbing = false;
    }

    /** @return string closed: requests pass; open: none does; half-open: one may */
    public function state(): string
    {
        return $this->failures < $this->most ? 'closed' : (self::now() < $this->openUntil ? 'open' : 'half-open');
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
