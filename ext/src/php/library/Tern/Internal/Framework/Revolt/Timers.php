<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use SplMinHeap;
use function count;

/** Timers in the order in which they are due; those of one time in the order in which they were started. */
final class Timers
{
    /** Stopped timers stay in the heap until they would be due, or until they are this many and more than the others. */
    private const KEPT = 64;

    /** @var SplMinHeap<array{float, int, Callback}> */
    private SplMinHeap $heap;
    private int $last = 0;
    private int $stopped = 0;

    public function __construct()
    {
        $this->heap = new SplMinHeap();
    }

    public static function now(): float
    {
        return (float) hrtime(true) / 1_000_000_000;
    }

    public function start(Callback $timer): void
    {
        $timer->entry = ++$this->last;
        $this->heap->insert([$timer->due, $timer->entry, $timer]);
    }

    public function stop(Callback $timer): void
    {
        if ($timer->entry === 0) {
            return;
        }
        $timer->entry = 0;
        ++$this->stopped;
        if ($this->stopped > self::KEPT && $this->stopped * 2 > count($this->heap)) {
            $this->dropStopped();
        }
    }

    /** The next timer that is due by then, which is no longer started. */
    public function take(float $now): ?Callback
    {
        $next = $this->first();
        if ($next === null || $next->due > $now) {
            return null;
        }
        $this->heap->extract();
        $next->entry = 0;
        return $next;
    }

    public function first(): ?Callback
    {
        while (!$this->heap->isEmpty()) {
            [, $entry, $timer] = $this->heap->top();
            if ($timer->entry === $entry) {
                return $timer;
            }
            $this->heap->extract();
            --$this->stopped;
        }
        return null;
    }

    private function dropStopped(): void
    {
        $all = $this->heap;
        $this->heap = new SplMinHeap();
        $this->stopped = 0;
        foreach ($all as $row) {
            if ($row[2]->entry === $row[1]) {
                $this->heap->insert($row);
            }
        }
    }
}
