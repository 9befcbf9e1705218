<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;

/** A function that the loop calls as soon as it runs: EventLoop::queue(). */
final class Task
{
    /** @param array<mixed> $arguments */
    public function __construct(public readonly Owner $owner, public readonly Closure $closure, public array $arguments)
    {
    }
}
