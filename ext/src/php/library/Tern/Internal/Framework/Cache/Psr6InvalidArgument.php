<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use InvalidArgumentException;
use Psr\Cache\InvalidArgumentException as PsrInvalidArgument;

final class Psr6InvalidArgument extends InvalidArgumentException implements PsrInvalidArgument
{
}
