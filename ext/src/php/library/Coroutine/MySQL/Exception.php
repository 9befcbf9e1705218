<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

/** A mistake in the use of Swoole\Coroutine\MySQL. What the server refuses is no exception: the call returns false. */
class Exception extends \Swoole\Exception
{
}
