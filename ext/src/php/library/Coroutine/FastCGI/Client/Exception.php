<?php

declare(strict_types=1);

namespace Swoole\Coroutine\FastCGI\Client;

/** A FastCGI server that cannot be reached, or whose response is wrong; the code is the error number. */
class Exception extends \Swoole\Exception
{
}
