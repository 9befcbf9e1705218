<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Error;
use Throwable;

/**
 * Of a coroutine that the loop has not started, or of the main code. It continues as soon as the running callback waits or
 * ends. After an exception that was not for it, and when its wait was cancelled, it is dead: the coroutine uses a new one from then on.
 */
final class OwnerSuspension extends WaitingSuspension
{
    public function __construct(private readonly Loop $loop, private readonly Owner $owner)
    {
    }

    public function suspend(): mixed
    {
        if ($this->isDead) {
            throw new Error('Suspension cannot be suspended after an uncaught exception is thrown from the event loop');
        }
        $this->begin($this->owner->cid);
        try {
            $this->loop->await($this->owner);
        } catch (Throwable $cancelled) {
            $this->die();
            throw $cancelled;
        }
        $this->throwUnlessResumed();
        return $this->take();
    }

    protected function wake(): void
    {
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
