<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use Countable;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Http\Response;
use Tern\Http\Response as ServerResponse;
use function count;
use function hrtime;

/**
 * A semaphore for the requests of a worker, which start in the order of their coming: one starts when all older ones wait or have ended.
 * Metrics have the numbers.
 *
 * @template T of object
 * @extends Semaphore<T>
 */
final class RequestSemaphore extends Semaphore
{
    /** @var array<int, true> by coroutine: requests that have not started */
    private array $entering = [];

    /**
     * @param int $maxWaitS seconds that a request waits; 0: no limit
     * @param Countable|null $idle those with a place and no request; null: each place has a request
     */
    public function __construct(int $limit, private readonly int $maxWaitS, private readonly ?Countable $idle = null)
    {
        parent::__construct($limit);
    }

    /**
     * Suspends until the request may start and has what it needs. The wait ends when the client leaves.
     *
     * @param Closure(): (T|null|false) $take what the request needs, null is a place; false: it has to wait for that
     * @param Closure(T|null): void $giveBack what the request got, if its wait ends before it starts
     * @return T|null|false null: a place; false: the time was over
     * @throws CanceledException when the client has gone, or the wait is cancelled for another reason
     */
    public function enter(Response $response, Closure $take, Closure $giveBack): object|null|false
    {
        if (enter_order() && ($got = $take()) !== false) {
            return $got;
        }
        $cid = Coroutine::getCid();
        $leave = fn(): bool => isset($this->entering[$cid]) && Coroutine::cancel($cid, true);
        if (!ServerResponse::onAbort($response, $leave, false)) {
            throw new CanceledException('The client has gone');
        }
        $this->entering[$cid] = true;
        $this->report();
        try {
            $got = $this->waitFor($take, $giveBack);
        } finally {
            unset($this->entering[$cid]);
            $this->report();
        }
        if ($got === false && Coroutine::isCanceled()) {
            throw new CanceledException('The wait for an application was cancelled');
        }
        return $got;
    }

    /**
     * A request that waits for an older one to end does so in order twice: until it may ask, and when it got something.
     *
     * @param Closure(): (T|null|false) $take
     * @param Closure(T|null): void $giveBack
     * @return T|null|false
     */
    private function waitFor(Closure $take, Closure $giveBack): object|null|false
    {
        $until = $this->maxWaitS > 0 ? hrtime(true) / 1e9 + $this->maxWaitS : INF;
        if (!wait_for_start($this->maxWaitS)) {
            return false;
        }
        $got = $take();
        if ($got !== false) {
            return $got;
        }
        $got = $this->wait(self::left($until));
        $starts = false;
        try {
            $starts = $got !== false && wait_for_start(self::left($until));
        } finally {
            $got === false || $starts || $giveBack($got);
        }
        return $starts ? $got : false;
    }

    /** @return float seconds; 0: no limit */
    private static function left(float $until): float
    {
        return $until === INF ? 0.0 : max($until - hrtime(true) / 1e9, 0.001);
    }

    public function report(): void
    {
        if ($this->idle === null) {
            report_applications($this->limit, $this->used, count($this->entering));
        } else {
            report_applications($this->used, $this->used - $this->idle->count(), count($this->entering));
        }
    }
}
