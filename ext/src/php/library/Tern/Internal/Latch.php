<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;

/** Coroutines wait until it is opened, once and for all: later ones do not wait. */
final class Latch
{
    /** @var array<int, true> the numbers of those who wait, in the order of their coming */
    private array $waiting = [];
    private bool $open = false;

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        if ($this->open) {
            return true;
        }
        $id = Coroutine::getCid();
        $this->waiting[$id] = true;
        try {
            return wait($timeout);
        } finally {
            unset($this->waiting[$id]);
        }
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while (($id = array_key_first($this->waiting)) !== null) {
            unset($this->waiting[$id]);
            wake($id);
        }
    }

    public function isWaitedFor(): bool
    {
        return $this->waiting !== [];
    }
}
