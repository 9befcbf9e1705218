<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Throwable;

/** Of a coroutine that the loop has started for a callback. It is dead when its wait was cancelled. */
final class CoroutineSuspension extends WaitingSuspension
{
    public function __construct(private readonly Loop $loop, public readonly int $cid)
    {
    }

    public function suspend(): mixed
    {
        $this->begin($this->cid);
        try {
            $this->loop->awaitCallback();
        } catch (Throwable $cancelled) {
            $this->isDead = true;
            $this->loop->owners->forgetSuspension();
            throw $cancelled;
        }
        return $this->take();
    }

    protected function wake(): void
    {
        $this->loop->resume($this);
    }
}
