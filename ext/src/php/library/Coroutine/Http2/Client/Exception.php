<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Http2\Client;

/** A mistake in the use of an HTTP/2 client. */
class Exception extends \Swoole\Exception
{
}
