<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

use Psr\Http\Client\RequestExceptionInterface;
use Psr\Http\Message\RequestInterface;
use Throwable;

/** The request cannot be sent: PSR-18. */
final class PsrRequestFailure extends PsrFailure implements RequestExceptionInterface
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
