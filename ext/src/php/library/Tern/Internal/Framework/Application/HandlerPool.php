<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use LogicException;
use Swoole\Coroutine;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Timer;
use Tern\Internal\RequestSemaphore;
use Throwable;

/**
 * The applications of one worker. Each handles one request at a time, until its response has been sent; another one is made, up to
 * a limit, when all are busy. Requests beyond that wait, and get one in the order of their coming. Idle ones end.
 */
final class HandlerPool
{
    /** How often it looks whether idle ones are spent. */
    private const LOOK_MS = 1000;

    private readonly IdleHandlers $idle;
    private readonly bool $hasContexts;
    private bool $isWatched = false;
    private bool $endsIdle = false;
    /** @var RequestSemaphore<Handler> each has a place, also while it is made; while requests wait, none is idle */
    private readonly RequestSemaphore $places;

    /** @param (Closure(): Handler)|null $factory null: there is only the first one */
    public function __construct(Handler $first, private readonly ?Closure $factory, private readonly PoolLimits $limits)
    {
        $this->idle = new IdleHandlers();
        $this->idle->add($first);
        $this->places = new RequestSemaphore($limits->most, $limits->maxWait, $this->idle);
        $this->places->tryAcquire();
        $this->hasContexts = $first instanceof ContextHandler;
    }

    /** In this worker, which may not be the process that has made it. */
    public function watch(): void
    {
        if ($this->hasContexts && !$this->isWatched) {
            $this->isWatched = true;
            Timer::tick(self::LOOK_MS, $this->replaceSpent(...));
        }
    }

    /** Where opcache has to restart, those without a request do not keep it from that. */
    private function replaceSpent(): void
    {
        $spent = $this->idle->endSpent();
        if ($spent > 0) {
            $this->release($spent);
            $this->prepare();
        }
    }

    /** Suspends while all of them are busy. */
    public function respond(Request $request, Response $response): void
    {
        $application = $this->take($response);
        if ($application === null) {
            Refusal::send($response);
            return;
        }
        try {
            $application->respond($request, $response);
        } catch (Throwable $error) {  // exit(), a timeout and a cancellation are exceptions, too
            $application = $this->afterFailure($application);
            throw $error;
        } finally {
            $isSpent = $application?->isSpent() ?? false;
            $this->giveBack($isSpent ? null : $application);
            if ($isSpent) {
                $this->prepare();
            }
        }
    }

    /** Makes one before a request needs it. */
    private function prepare(): void
    {
        if ($this->idle->count() > 0 || !$this->places->tryAcquire()) {
            return;
        }
        if (Coroutine::create(fn() => $this->giveBack($this->make())) === false) {  // max_coroutine
            $this->giveBack(null);
        }
    }

    public function describe(): string
    {
        if ($this->limits->most === 1) {
            return 'one request at a time in each worker';
        }
        return "up to {$this->limits->most} applications in each worker, one request at a time in each";
    }

    /** @return Handler|null null: all were busy for too long */
    private function take(Response $response): ?Handler
    {
        $got = $this->places->enter($response, $this->tryTake(...), $this->giveBack(...));
        return $got === false ? null : $got ?? $this->make();
    }

    /** @return Handler|null|false null: the place to make one; false: all are busy */
    private function tryTake(): Handler|null|false
    {
        $idle = $this->idle->take();
        if ($idle !== null) {
            $this->places->report();
            return $idle;
        }
        return $this->places->tryAcquire() ? null : false;
    }

    /** For the place that the caller has. */
    private function make(): Handler
    {
        $made = null;
        try {
            return $made = $this->factory !== null ? ($this->factory)() : throw new LogicException('there is only the first');
        } finally {
            if ($made === null) {
                $this->giveBack(null);
            }
        }
    }

    /**
     * One whose request was interrupted may keep something of it, so the next request gets a new one where that can be made.
     *
     * @return Handler|null null: its place is free
     */
    private function afterFailure(Handler $application): ?Handler
    {
        if ($this->factory !== null) {
            return null;
        }
        $application->reset();
        return $application;
    }

    /** To the request that has waited the longest. @param Handler|null $application null: a place for one */
    private function giveBack(?Handler $application): void
    {
        if ($application === null) {
            $this->places->release();
        } elseif (!$this->places->hand($application)) {
            $this->idle->add($application);
            $this->places->report();
            $this->watchIdle();
        }
    }

    private function release(int $places): void
    {
        for (; $places > 0; --$places) {
            $this->places->release();
        }
    }

    private function watchIdle(): void
    {
        if ($this->limits->idleTime === 0 || $this->endsIdle || $this->idle->count() < 2) {
            return;
        }
        $this->endsIdle = true;
        Timer::after($this->limits->idleTime * 1000, function (): void {
            $this->endsIdle = false;
            $this->release($this->idle->end($this->limits->idleTime));
            $this->watchIdle();
        });
    }
}
