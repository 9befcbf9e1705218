<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Http\Client;

/** A mistake in the use of an HTTP client. */
class Exception extends \Swoole\Exception
{
}
