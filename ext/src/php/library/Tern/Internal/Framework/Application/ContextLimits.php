<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

/** When a context is replaced by a new one, and whether it is checked. */
final class ContextLimits
{
    /**
     * @param int $requests after this number; 0: any number
     * @param int $bytes after a request at whose end it has more than that; 0: any number
     * @param bool $checksIsolation requests run a second time, to find what leaks from one to another
     */
    public function __construct(public readonly int $requests, public readonly int $bytes, public readonly bool $checksIsolation = false)
    {
    }
}
