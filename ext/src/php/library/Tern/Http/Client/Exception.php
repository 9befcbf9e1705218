<?php

declare(strict_types=1);

namespace Tern\Http\Client;

use RuntimeException;
use Throwable;

/** A request without a response: what Tern\Http\Client throws has this class. The code is an error number, or 0. */
class Exception extends RuntimeException
{
    final public function __construct(
        string $message,
        public readonly string $method,
        public readonly string $url,
        int $code = 0,
        ?Throwable $previous = null,
    ) {
        parent::__construct("$method $url: $message", $code, $previous);
    }
}
