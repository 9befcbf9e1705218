<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;

/**
 * A number of places. Coroutines that find none free wait in order of arrival. They get a place when one is free, or by hand() an
 * object that has one already. While coroutines wait, no place is free: release() hands it on.
 *
 * @template T of object
 * @extends WaitQueue<T>
 */
class Semaphore extends WaitQueue
{
    /** Read it only. */
    public int $used = 0;

    /** @param SharedPlaces|null $shared limits the places of several processes */
    public function __construct(public readonly int $limit, private readonly ?SharedPlaces $shared = null)
    {
    }

    /** Takes a free place. */
    final public function tryAcquire(): bool
    {
        if (!$this->take()) {
            return false;
        }
        $this->report();
        return true;
    }

    /** @return T|null|false null: a place */
    final public function wait(float $timeout, ?Closure $poll = null): object|null|false
    {
        return parent::wait($timeout, $this->shared === null ? null : $this->take(...));
    }

    final public function release(): void
    {
        $this->free();
        $this->serve() || $this->report();
    }

    /**
     * Gives free places to those who wait. For callers that let coroutines wait although places are free.
     *
     * @return bool whether one got a place; it has reported the numbers then
     */
    final public function serve(): bool
    {
        $hasServed = false;
        while ($this->waiting !== [] && $this->take()) {
            if ($this->hand(null)) {
                $hasServed = true;
            } else {
                $this->free();
            }
        }
        return $hasServed;
    }

    private function take(): bool
    {
        if ($this->used >= $this->limit || $this->shared?->tryTake($this->used) === false) {
            return false;
        }
        ++$this->used;
        return true;
    }

    private function free(): void
    {
        --$this->used;
        $this->shared?->giveBack();
    }
}
