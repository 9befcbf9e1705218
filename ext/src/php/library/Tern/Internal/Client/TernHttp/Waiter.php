<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** A coroutine that waits for a connection to a Host, or for a place to make one. */
final class Waiter
{
    public bool $isServed = false;
    public ?Connection $connection = null;
}
