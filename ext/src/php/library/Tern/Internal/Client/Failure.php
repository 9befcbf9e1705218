<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use RuntimeException;
use Swoole\Coroutine\Socket;

/** Why a connection was not made. The code is an error number of the system, or SWOOLE_ERROR_*. */
final class Failure extends RuntimeException
{
    private const FIRST_OF_OURS = 500;

    public static function coded(int $code, string $message = ''): self
    {
        return new self($message !== '' ? $message : self::describe($code), $code);
    }

    /** What the last call of a socket says; when it says nothing, the peer has hung up. */
    public static function of(Socket $socket): self
    {
        return $socket->errCode === 0 ? self::coded(Errno::ECONNRESET) : self::coded($socket->errCode, $socket->errMsg);
    }

    public static function timedOut(): self
    {
        return self::coded(Errno::ETIMEDOUT);
    }

    public static function describe(int $code): string
    {
        return swoole_strerror($code, $code < self::FIRST_OF_OURS ? SWOOLE_STRERROR_SYSTEM : SWOOLE_STRERROR_SWOOLE);
    }
}
