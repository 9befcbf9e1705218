<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

/** A coroutine that waits for a connection of a Tern\Pool, or for a place to make one. */
final class Waiter
{
    public bool $served = false;
    public ?Member $member = null;
}
