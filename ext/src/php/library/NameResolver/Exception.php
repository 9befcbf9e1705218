<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use RuntimeException;

/** A registry of services that cannot be reached, or that refuses a call. */
class Exception extends RuntimeException
{
}
