<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Throwable;
use WeakReference;

/**
 * A coroutine that the loop has not started, or the main code of the program. What it registers belongs to it, and so does
 * what these callbacks register.
 */
final class Owner
{
    public const MAIN = -1;

    /** Of its callbacks: enabled and referenced ones. */
    public int $alive = 0;
    /** In run() or suspend(). */
    public bool $waits = false;
    public bool $stopped = false;
    /** It continues next. */
    public bool $isWoken = false;
    /** What run() or suspend() throws. */
    public ?Throwable $failure = null;
    /** @var WeakReference<OwnerSuspension>|null */
    public ?WeakReference $suspension = null;

    public function __construct(public readonly int $cid)
    {
    }

    public function takeFailure(): ?Throwable
    {
        $failure = $this->failure;
        $this->failure = null;
        return $failure;
    }
}
