<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Stringable;

/** A directive that has no effect, or another one than under Apache, and why. */
final class Warning implements Stringable
{
    public function __construct(
        public readonly string $file,
        public readonly int $line,
        public readonly string $directive,
        public readonly string $reason,
    ) {
    }

    public function __toString(): string
    {
        return "$this->file:$this->line: $this->directive: $this->reason";
    }
}
