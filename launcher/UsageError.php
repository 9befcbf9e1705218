<?php

declare(strict_types=1);

namespace Tern\Launcher;

use RuntimeException;

/** What the user asked for cannot be done, and why: shown without a trace, exit status 2. */
final class UsageError extends RuntimeException
{
}
