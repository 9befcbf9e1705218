<?php

declare(strict_types=1);

namespace Tern\Pool;

/** A connection that Tern\Pool can clean without being told how. */
interface Resettable
{
    /**
     * Makes the connection what it was when it was new, whatever was done with it: ends transactions, drops locks and
     * settings. May suspend.
     *
     * @return bool false: it is of no use any more
     */
    public function resetSession(): bool;

    /** Whether the other side answers. May suspend. */
    public function ping(): bool;
}
