<?php

declare(strict_types=1);

namespace Tern\Internal;

/** Coroutines wait until it is opened, once and for all: later ones do not wait. */
final class Latch
{
    private bool $open = false;
    /** @var WaitQueue<object> */
    private readonly WaitQueue $queue;

    public function __construct()
    {
        $this->queue = new WaitQueue();
    }

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        return $this->open || $this->queue->wait($timeout) !== false;
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while ($this->queue->hand(null));
    }

    public function isWaitedFor(): bool
    {
        return $this->queue->count() > 0;
    }
}
