<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use InvalidArgumentException;
use Psr\SimpleCache\InvalidArgumentException as PsrInvalidArgument;

final class Psr16InvalidArgument extends InvalidArgumentException implements PsrInvalidArgument
{
}
