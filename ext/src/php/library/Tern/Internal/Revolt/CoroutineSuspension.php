<?php

declare(strict_types=1);

namespace Tern\Internal\Revolt;

use Error;
use Revolt\EventLoop\Suspension;
use Swoole\Coroutine;
use Throwable;

/**
 * Of a coroutine that the loop has started for a callback.
 *
 * @implements Suspension<mixed>
 */
final class CoroutineSuspension implements Suspension
{
    private bool $isPending = false;
    /** Its wait was cancelled: what resumes it comes too late. */
    private bool $isDead = false;
    private mixed $value = null;
    private ?Throwable $exception = null;

    public function __construct(private readonly Loop $loop, public readonly int $cid)
    {
    }

    public function suspend(): mixed
    {
        if ($this->isPending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if (\Fiber::getCurrent() !== null || Coroutine::getCid() !== $this->cid) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->isPending = true;
        try {
            $this->loop->awaitCallback();
        } catch (Throwable $cancelled) {
            $this->isDead = true;
            $this->loop->owners->forgetSuspension();
            throw $cancelled;
        }
        [$value, $exception] = [$this->value, $this->exception];
        $this->value = $this->exception = null;
        return $exception === null ? $value : throw $exception;
    }

    public function resume(mixed $value = null): void
    {
        if ($this->isDead) {
            return;
        }
        if (!$this->isPending) {
            throw new Error('Must call suspend() before calling resume()');
        }
        $this->isPending = false;
        $this->value = $value;
        $this->loop->resume($this);
    }

    public function throw(Throwable $throwable): void
    {
        if ($this->isDead) {
            return;
        }
        if (!$this->isPending) {
            throw new Error('Must call suspend() before calling throw()');
        }
        $this->isPending = false;
        $this->exception = $throwable;
        $this->loop->resume($this);
    }
}
