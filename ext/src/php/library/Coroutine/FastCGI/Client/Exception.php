<?php

declare(strict_types=1);

namespace Swoole\Coroutine\FastCGI\Client;

/** A FastCGI server that cannot be reached, or that answers wrongly; the code is the error number. */
class Exception extends \Swoole\Exception
{
}
