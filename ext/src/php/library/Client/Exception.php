<?php

declare(strict_types=1);

namespace Swoole\Client;

/** A mistake in the use of a client. */
class Exception extends \Swoole\Exception
{
}
