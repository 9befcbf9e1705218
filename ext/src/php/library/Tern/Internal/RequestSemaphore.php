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

/**
 * A semaphore for the requests of a worker. Metrics have its numbers.
 *
 * @template T of object
 * @extends Semaphore<T>
 */
final class RequestSemaphore extends Semaphore
{
    /**
     * @param int $maxWaitS seconds that a request waits; 0: no limit
     * @param Countable|null $idle those with a place and no request; null: each place has a request
     */
    public function __construct(int $limit, private readonly int $maxWaitS, private readonly ?Countable $idle = null)
    {
        parent::__construct($limit);
    }

    /**
     * Suspends. The wait ends when the client leaves. A request that got something continues at the end of the loop's turn: the request
     * that released it ends first, or waits.
     *
     * @param Closure(T|null): void $giveBack what the request got, if its wait ends before it continues
     * @return T|null|false null: a place; false: the time was over
     * @throws CanceledException when the client has gone, or the wait is cancelled for another reason
     */
    public function waitFor(Response $response, Closure $giveBack): object|null|false
    {
        $cid = Coroutine::getCid();
        $leave = fn(): bool => $this->has($cid) && Coroutine::cancel($cid, true);
        if (!ServerResponse::onAbort($response, $leave, false)) {
            throw new CanceledException('The client has gone');
        }
        $got = $this->wait($this->maxWaitS);
        $continues = false;
        try {
            $continues = $got !== false && give_way();
        } finally {
            $got === false || $continues || $giveBack($got);
        }
        if (!$continues && Coroutine::isCanceled()) {
            throw new CanceledException('The wait for an application was cancelled');
        }
        return $continues ? $got : false;
    }

    public function report(): void
    {
        if ($this->idle === null) {
            report_applications($this->limit, $this->used, count($this->waiting));
        } else {
            report_applications($this->used, $this->used - $this->idle->count(), count($this->waiting));
        }
    }
}
