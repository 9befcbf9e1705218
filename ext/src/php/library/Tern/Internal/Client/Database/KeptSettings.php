<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Database;

/** What was set on a statement is set again on the one that takes its place. */
trait KeptSettings
{
    /** @var array<string, callable> static ones, so that they do not keep the statement alive */
    private array $settings = [];

    private function keep(string $what, callable $apply): bool
    {
        $this->settings[$what] = $apply;
        return (bool) $apply($this->__object);
    }

    private function applyAll(): void
    {
        foreach ($this->settings as $apply) {
            $apply($this->__object);
        }
    }
}
