<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use RuntimeException;
use Swoole\Coroutine\CanceledException;
use Tern\Http\Client\BodyTooLarge;
use Tern\Http\Client\Exception;
use Tern\Http\Client\NetworkError;
use Tern\Http\Client\ProtocolError;
use Tern\Http\Client\Timeout;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use function in_array;

/** An exchange that has failed, and how far it came. */
final class Broken extends RuntimeException
{
    private const PERMANENT = [SWOOLE_ERROR_SSL_VERIFY_FAILED, SWOOLE_ERROR_SSL_HANDSHAKE_FAILED, SWOOLE_ERROR_SSL_EMPTY_PEER_CERTIFICATE,
        SWOOLE_ERROR_HTTP_INVALID_PROTOCOL, SWOOLE_ERROR_PROTOCOL_ERROR, SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE];

    /**
     * @param bool $isSent whether the server may have seen the request
     * @param bool $isStale the server had closed a connection that it had been idle on
     */
    public function __construct(Failure $why, public readonly bool $isSent, public readonly bool $isStale)
    {
        parent::__construct($why->getMessage(), $why->getCode(), $why);
    }

    /** Whether another attempt would fail in the same way. */
    public function isPermanent(): bool
    {
        return in_array($this->getCode(), self::PERMANENT, true);
    }

    public static function isCanceled(int $code): bool
    {
        return $code === Errno::ECANCELED || $code === SWOOLE_ERROR_CO_CANCELED;
    }

    /** What the program gets. */
    public static function toException(int $code, string $message, string $method, string $url): Exception|CanceledException
    {
        return match (true) {
            self::isCanceled($code) => new CanceledException("$method $url: the request was cancelled"),
            $code === Errno::ETIMEDOUT, $code === Errno::EAGAIN, $code === SWOOLE_ERROR_CO_TIMEDOUT,
            $code === SWOOLE_ERROR_DNSLOOKUP_RESOLVE_TIMEOUT => new Timeout($message, $method, $url, $code),
            $code === SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE => new BodyTooLarge('the body is larger than max_body', $method, $url, $code),
            $code === SWOOLE_ERROR_HTTP_INVALID_PROTOCOL, $code === SWOOLE_ERROR_PROTOCOL_ERROR => new ProtocolError($message, $method, $url, $code),
            default => new NetworkError($message, $method, $url, $code),
        };
    }
}
