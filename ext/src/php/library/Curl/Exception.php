<?php

declare(strict_types=1);

namespace Swoole\Curl;

/** An option that Swoole\Curl\Handler refuses. */
class Exception extends \Swoole\Exception
{
}
