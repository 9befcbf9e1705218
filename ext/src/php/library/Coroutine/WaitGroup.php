<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use BadMethodCallException;
use InvalidArgumentException;
use Tern\Internal\Latch;

/** Counts work that others do, and lets coroutines wait until all of it is done. */
class WaitGroup
{
    private int $count = 0;
    private ?Latch $latch = null;

    /** @param int $delta work that is under way already */
    public function __construct(int $delta = 0)
    {
        $this->add($delta);
    }

    /**
     * More work, or less.
     *
     * @throws InvalidArgumentException if the count would become negative
     * @throws BadMethodCallException while someone waits
     */
    public function add(int $delta = 1): void
    {
        if ($this->latch?->isWaitedFor()) {
            throw new BadMethodCallException('A WaitGroup cannot take more work while a coroutine waits for it');
        }
        if ($this->count + $delta < 0) {
            throw new InvalidArgumentException("The count of a WaitGroup cannot become negative: $this->count + $delta");
        }
        $this->count += $delta;
    }

    /**
     * A piece of work is done. With the last one, the waiting coroutines continue at once.
     *
     * @throws BadMethodCallException if there is no work
     */
    public function done(): void
    {
        if ($this->count === 0) {
            throw new BadMethodCallException('A WaitGroup without work cannot have more of it done');
        }
        if (--$this->count > 0 || $this->latch === null) {
            return;
        }
        [$latch, $this->latch] = [$this->latch, null];
        $latch->open();
    }

    /**
     * Waits until all work is done. Several coroutines may wait. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled: swoole_last_error() says which
     */
    public function wait(float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->latch ??= new Latch();
        return $this->latch->wait($timeout);
    }

    public function count(): int
    {
        return $this->count;
    }
}
