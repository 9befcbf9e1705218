<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Error;
use Revolt\EventLoop\Suspension;
use Swoole\Coroutine;
use Throwable;

/**
 * Of a coroutine, or of the main code: what it waits for, and what it is resumed with.
 *
 * @implements Suspension<mixed>
 */
abstract class WaitingSuspension implements Suspension
{
    protected bool $isPending = false;
    /** What resumes it comes too late. */
    protected bool $isDead = false;
    private mixed $value = null;
    private ?Throwable $exception = null;

    public function resume(mixed $value = null): void
    {
        if ($this->isExpected('resume')) {
            $this->value = $value;
            $this->wake();
        }
    }

    public function throw(Throwable $throwable): void
    {
        if ($this->isExpected('throw')) {
            $this->exception = $throwable;
            $this->wake();
        }
    }

    /** The coroutine continues. */
    abstract protected function wake(): void;

    protected function begin(int $cid): void
    {
        if ($this->isPending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if (\Fiber::getCurrent() !== null || Coroutine::getCid() !== $cid) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->isPending = true;
    }

    protected function take(): mixed
    {
        [$value, $exception] = [$this->value, $this->exception];
        $this->value = $this->exception = null;
        return $exception === null ? $value : throw $exception;
    }

    private function isExpected(string $name): bool
    {
        if ($this->isDead) {
            return false;
        }
        if (!$this->isPending) {
            throw new Error("Must call suspend() before calling $name()");
        }
        $this->isPending = false;
        return true;
    }
}
