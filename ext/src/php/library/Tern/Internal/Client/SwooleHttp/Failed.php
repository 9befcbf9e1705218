<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use RuntimeException;
use Tern\Internal\Client\Failure;

/** Why a request has no response. The code is an error number of the system, or SWOOLE_ERROR_*. */
final class Failed extends RuntimeException
{
    /** @param int $status SWOOLE_HTTP_CLIENT_ESTATUS_* */
    public function __construct(public readonly int $status, int $code, string $message = '')
    {
        parent::__construct($message !== '' ? $message : Failure::describe($code), $code);
    }
}
