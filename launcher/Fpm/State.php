<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** What the master does. A state gives way to those below it only. */
enum State: int
{
    case Normal = 0;
    case Reloading = 1;
    case Finishing = 2;
    case Terminating = 3;

    public function givesWayTo(self $other): bool
    {
        return $other->value > $this->value;
    }
}
