<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

use Psr\Http\Client\ClientExceptionInterface;
use RuntimeException;

/** A request without a response: PSR-18. What Tern\Http\Client has thrown is the previous exception. */
class PsrFailure extends RuntimeException implements ClientExceptionInterface
{
}
