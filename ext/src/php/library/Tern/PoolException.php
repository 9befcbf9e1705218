<?php

declare(strict_types=1);

namespace Tern;

use RuntimeException;

/** What a Tern\Pool cannot do. */
class PoolException extends RuntimeException
{
}
