<?php

declare(strict_types=1);

namespace Swoole\Thread;

/** What the threads of a Pool run. Each makes an object of the class, and a new one when it runs again. */
abstract class Runnable
{
    /** @var Atomic that of all threads of the pool: 0 when it is to end */
    protected Atomic $running;
    protected int $id;

    /**
     * @param Atomic $running
     * @param int $index the number of the thread in its pool, from 0 on
     */
    public function __construct($running, $index)
    {
        $this->running = $running;
        $this->id = $index;
    }

    /**
     * When it returns, the thread ends and another one takes its place, unless the pool is to end.
     *
     * @param array<int, mixed> $args those of Pool::withArguments()
     */
    abstract public function run(array $args): void;

    /** False when the pool is to end: then run() returns. */
    protected function isRunning(): bool
    {
        return $this->running->get() === 1;
    }

    /** Ends the pool, when all its threads have returned. */
    protected function shutdown(): void
    {
        $this->running->set(0);
    }
}
