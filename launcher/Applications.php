<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Closure;
use LogicException;
use Swoole\Coroutine;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Throwable;

/**
 * The applications of one worker. Each handles one request at a time, until its answer has been sent; another one is made, up to
 * a limit, when all are busy. Requests beyond that wait, and get one in the order of their coming.
 */
final class Applications
{
    /** @var list<Handler> */
    private array $idle;
    /** Those that there are, or are being made. */
    private int $count = 1;
    /** @var array<int, Turn> by coroutine, in the order of their coming; while there is one, none is idle */
    private array $waiting = [];

    /** @param (Closure(): Handler)|null $factory null: there is only the first one */
    public function __construct(Handler $first, private readonly ?Closure $factory, private readonly int $most)
    {
        $this->idle = [$first];
    }

    /** Suspends while all of them are busy. */
    public function answer(Request $request, Response $response): void
    {
        $application = $this->take($response);
        try {
            $application->answer($request, $response);
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
        if ($this->count < $this->most && $this->idle === []) {
            ++$this->count;
            Coroutine::create(fn() => $this->giveBack($this->make()));
        }
    }

    public function describe(): string
    {
        if ($this->most === 1) {
            return 'one request at a time in each worker';
        }
        return "up to $this->most applications in each worker, one request at a time in each";
    }

    private function take(Response $response): Handler
    {
        if ($this->idle !== []) {
            return array_pop($this->idle);
        }
        if ($this->count < $this->most) {
            ++$this->count;
            return $this->make();
        }
        return $this->await($response) ?? $this->make();
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

    /** @return Handler|null null: a place for one */
    private function await(Response $response): ?Handler
    {
        $cid = Coroutine::getCid();
        $this->waiting[$cid] = $turn = new Turn($cid);
        $application = null;
        $came = false;
        try {
            $application = $turn->await($response);
            $came = true;
            return $application;
        } finally {
            if (!$came) {
                unset($this->waiting[$cid]);
                $turn->isGiven() && $this->giveBack($turn->application);
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
        $cid = array_key_first($this->waiting);
        if ($cid !== null) {
            $turn = $this->waiting[$cid];
            unset($this->waiting[$cid]);
            $turn->give($application);
        } elseif ($application !== null) {
            $this->idle[] = $application;
        } else {
            --$this->count;
        }
    }
}
