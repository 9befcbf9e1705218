<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Latch;

/**
 * Waits for coroutines that share a variable: each one holds the barrier (`use ($barrier)`). The waiting one continues when
 * the last of them has released it.
 */
class Barrier
{
    private ?Latch $gone = null;

    public static function make(): self
    {
        return new self();
    }

    /**
     * Gives up the caller's own reference, and waits until there is no other one. Several coroutines may wait. Suspends.
     *
     * @param Barrier|null $barrier is null afterwards
     * @param float $timeout in seconds; 0 or less: no limit
     */
    public static function wait(?Barrier &$barrier, float $timeout = -1): void
    {
        if ($barrier === null) {
            return;
        }
        $gone = $barrier->gone ??= new Latch();
        $barrier = null;
        $gone->wait($timeout);
    }

    public function __destruct()
    {
        $this->gone?->open();
    }
}
