<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** Whether a file has begun its page, in code that always runs. */
final class Output
{
    private bool $hasBegun = false;
    private bool $isBuffered = false;

    public function begin(): void
    {
        $this->hasBegun = true;
    }

    /** By ob_start(). */
    public function buffer(): void
    {
        $this->isBuffered = $this->isBuffered || !$this->hasBegun;
    }

    public function isSent(): bool
    {
        return $this->hasBegun && !$this->isBuffered;
    }
}
