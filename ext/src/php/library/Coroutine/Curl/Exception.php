<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Curl;

/** A mistake in the use of curl in coroutines. */
class Exception extends \Swoole\Exception
{
}
