<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use InvalidArgumentException;
use Psr\Cache\InvalidArgumentException as PsrInvalidArgument;

/** A key or a time that PSR-6 does not allow. */
final class Psr6InvalidArgument extends InvalidArgumentException implements PsrInvalidArgument
{
}
