<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** What a reload needs: the command that is executed again. */
final class Reloading
{
    /** It was asked for, and begins as soon as the master is outside of coroutines. */
    public bool $isWanted = false;
    public ?Trial $trial = null;

    public function __construct(public readonly string $file, public readonly Restart $restart)
    {
    }

    /** @param array<string, int> $sockets of the master, by address */
    public function try(array $sockets): void
    {
        $this->isWanted = false;
        $this->trial = Trial::start(fn() => $this->restart->execute($sockets, [], true));
    }
}
