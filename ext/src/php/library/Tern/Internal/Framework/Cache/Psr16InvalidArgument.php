<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use InvalidArgumentException;
use Psr\SimpleCache\InvalidArgumentException as PsrInvalidArgument;

/** A key, a time to live or a list that PSR-16 does not allow. */
final class Psr16InvalidArgument extends InvalidArgumentException implements PsrInvalidArgument
{
}
