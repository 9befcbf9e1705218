<?php

declare(strict_types=1);

namespace Tern\Internal\Revolt;

use Error;
use Revolt\EventLoop\Suspension;
use Swoole\Coroutine;
use Throwable;

/**
 * Of a coroutine that the loop has not started, or of the main code. It goes on as soon as the running callback waits or
 * ends.
 *
 * @implements Suspension<mixed>
 */
final class OwnerSuspension implements Suspension
{
    private bool $isPending = false;
    /** After an exception that was not for it, and when its wait was cancelled: the coroutine uses a new one from then on. */
    private bool $isDead = false;
    private mixed $value = null;
    private ?Throwable $exception = null;

    public function __construct(private readonly Loop $loop, private readonly Owner $owner)
    {
    }

    public function suspend(): mixed
    {
        if ($this->isDead) {
            throw new Error('Suspension cannot be suspended after an uncaught exception is thrown from the event loop');
        }
        if ($this->isPending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if (\Fiber::getCurrent() !== null || Coroutine::getCid() !== $this->owner->cid) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->isPending = true;
        try {
            $this->loop->await($this->owner);
        } catch (Throwable $cancelled) {
            $this->die();
            throw $cancelled;
        }
        $this->throwUnlessResumed();
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
        $this->loop->resumeOwner($this->owner);
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
        $this->loop->resumeOwner($this->owner);
    }

    private function die(): void
    {
        $this->isDead = true;
        $this->owner->suspension = null;
    }

    private function throwUnlessResumed(): void
    {
        $failure = $this->owner->takeFailure();
        if ($this->isPending) {
            $this->die();
            throw $failure ?? new Error('Event loop terminated without resuming the current suspension (the cause is'
                . ' either a fiber deadlock, or an incorrectly unreferenced/canceled watcher):' . $this->loop->owners->traces());
        }
        if ($failure !== null) {
            throw $failure;
        }
    }
}
