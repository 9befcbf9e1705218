<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

use Psr\Http\Client\NetworkExceptionInterface;
use Psr\Http\Message\RequestInterface;
use Throwable;

/** There was no connection, or it ended before the response was complete: PSR-18. */
final class PsrNetworkFailure extends PsrFailure implements NetworkExceptionInterface
{
    public function __construct(private readonly RequestInterface $request, Throwable $why)
    {
        parent::__construct($why->getMessage(), $why->getCode(), $why);
    }

    public function getRequest(): RequestInterface
    {
        return $this->request;
    }
}
