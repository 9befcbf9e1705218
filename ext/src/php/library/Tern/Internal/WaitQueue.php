<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use Swoole\Coroutine;
use function array_key_exists;
use function count;
use function hrtime;

/**
 * Coroutines that wait in order of arrival. hand() resumes the first one, which runs at once, inside of the call, until it suspends
 * again.
 *
 * @template T of object what may be handed
 */
class WaitQueue
{
    private const POLL_S = 0.02;

    /** @var array<int, int> coroutines by their tickets, which are numbered in order of arrival */
    protected array $waiting = [];
    /** @var array<int, T|null> by coroutine, until it has taken it */
    private array $handed = [];
    private int $nextTicket = 0;
    /** No lower one waits. PHP's array_key_first() would pass the gaps of all that were removed, each time. */
    private int $firstTicket = 0;

    /** How many wait. */
    final public function count(): int
    {
        return count($this->waiting);
    }

    /**
     * Suspends, also when something could be had at once: ask for that before.
     *
     * @param float $timeout seconds; 0 or less: no limit
     * @param (Closure(): bool)|null $poll ends the wait of the first one, with null; is asked as long as no event says when it would
     * @return T|null|false what was handed. False: the time was over, or the wait was cancelled; swoole_last_error() says which
     */
    public function wait(float $timeout, ?Closure $poll = null): object|null|false
    {
        $cid = Coroutine::getCid();
        $until = $timeout > 0 ? hrtime(true) / 1e9 + $timeout : INF;
        $ticket = $this->nextTicket++;
        $this->waiting[$ticket] = $cid;
        $this->report();
        try {
            // A late wake() of what the coroutine waited for before ends no wait.
            while (!array_key_exists($cid, $this->handed)) {
                $left = $until - hrtime(true) / 1e9;
                $slice = $poll === null ? $left : min($left, self::POLL_S);
                if (!wait(max($slice, 0.001)) && ($slice === $left || swoole_last_error() === SWOOLE_ERROR_CO_CANCELED)) {
                    return false;
                }
                if ($poll !== null && $this->first() === $ticket && $poll()) {
                    return null;
                }
            }
            return $this->handed[$cid];
        } finally {
            unset($this->waiting[$ticket], $this->handed[$cid]);
            $this->report();
        }
    }

    /**
     * To the one that has waited longest.
     *
     * @param T|null $item
     * @return bool false: none waits
     */
    final public function hand(?object $item): bool
    {
        while (($ticket = $this->first()) !== null) {
            $cid = $this->waiting[$ticket];
            unset($this->waiting[$ticket]);
            $this->handed[$cid] = $item;
            if (wake($cid)) {
                return true;
            }
            unset($this->handed[$cid]);  // a coroutine of the process that has forked this one
        }
        return false;
    }

    private function first(): ?int
    {
        if ($this->waiting === []) {
            return null;
        }
        while (!isset($this->waiting[$this->firstTicket])) {
            ++$this->firstTicket;
        }
        return $this->firstTicket;
    }

    /** Is called when numbers have changed. */
    protected function report(): void
    {
    }
}
