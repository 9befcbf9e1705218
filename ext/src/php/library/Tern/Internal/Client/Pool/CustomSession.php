<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;

/** A connection that the program's own functions clean and ask. */
final class CustomSession extends Session
{
    public function __construct(
        private readonly object $connection,
        private readonly Closure $reset,
        private readonly ?Session $known,
    ) {
    }

    public function reset(): bool
    {
        return ($this->reset)($this->connection) !== false;
    }

    public function ping(): bool
    {
        return $this->known === null || $this->known->ping();
    }

    public function close(): void
    {
        $this->known?->close();
    }

    public function isHeld(int $usual): bool
    {
        return $this->known !== null && $this->known->isHeld($usual);
    }

    public function endTransaction(): void
    {
        $this->known?->endTransaction();
    }
}
