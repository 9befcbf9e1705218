<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use RuntimeException;

/** The connection is of no use any more. Programs never see it. */
final class Failure extends RuntimeException
{
    public const NO_MEMORY = 12;
    public const INVALID = 22;
    public const RESET = 104;
    public const TIMED_OUT = 110;
    public const CANCELED = 125;

    /**
     * @param int $type SWOOLE_REDIS_ERR_...
     * @param int $code errno
     */
    public function __construct(public readonly int $type, int $code, string $message = '')
    {
        parent::__construct($message === '' ? swoole_strerror($code) : $message, $code);
    }
}
