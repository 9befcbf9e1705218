<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Error;
use Fiber;
use FiberError;
use Revolt\EventLoop\Suspension;
use Throwable;
use WeakReference;

/**
 * Of a fiber of PHP that the program has started itself: suspend() returns to the code that has started or resumed it.
 *
 * @implements Suspension<mixed>
 */
final class FiberSuspension implements Suspension
{
    private bool $isPending = false;
    private ?FiberError $error = null;
    /** @var WeakReference<Fiber<mixed, mixed, mixed, mixed>> */
    private readonly WeakReference $fiber;

    /** @param Fiber<mixed, mixed, mixed, mixed> $fiber */
    public function __construct(private readonly Loop $loop, Fiber $fiber)
    {
        $this->fiber = WeakReference::create($fiber);
    }

    public function suspend(): mixed
    {
        if ($this->isPending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if (Fiber::getCurrent() !== $this->fiber->get()) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->isPending = true;
        $this->error = null;
        try {
            return Fiber::suspend();
        } catch (FiberError $error) {
            $this->isPending = false;
            throw $this->error = $error;
        }
    }

    public function resume(mixed $value = null): void
    {
        $this->continueBy('resume', static fn(Fiber $fiber) => $fiber->resume($value));
    }

    public function throw(Throwable $throwable): void
    {
        $this->continueBy('throw', static fn(Fiber $fiber) => $fiber->throw($throwable));
    }

    /** @param \Closure(Fiber<mixed, mixed, mixed, mixed>): mixed $continue */
    private function continueBy(string $name, \Closure $continue): void
    {
        if (!$this->isPending) {
            throw $this->error ?? new Error("Must call suspend() before calling $name()");
        }
        $this->isPending = false;
        $fiber = $this->fiber->get();
        if ($fiber === null) {
            return;
        }
        $this->loop->queue(static function () use ($fiber, $continue): void {
            if (!$fiber->isTerminated()) {
                $continue($fiber);
            }
        }, []);
    }
}
