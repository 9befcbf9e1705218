<?php

declare(strict_types=1);

namespace Swoole\RemoteObject;

use RuntimeException;
use function is_int;
use function is_string;

/** What the remote code has thrown, or why a request failed. */
class Exception extends RuntimeException
{
    private string $remoteClass = '';
    private int|string $remoteCode = 0;
    private string $remoteTrace = '';

    /**
     * For the client.
     *
     * @param array<mixed> $thrown class, message, code, trace
     */
    public static function fromRemote(array $thrown): self
    {
        [$class, $message, $code, $trace] = $thrown + ['', '', 0, ''];
        $exception = new self(is_string($message) ? $message : '', is_int($code) ? $code : 0);
        $exception->remoteClass = is_string($class) ? $class : '';
        $exception->remoteCode = is_int($code) || is_string($code) ? $code : 0;
        $exception->remoteTrace = is_string($trace) ? $trace : '';
        return $exception;
    }

    /** The class of what the remote code has thrown; '' when the request itself failed. */
    public function getRemoteClass(): string
    {
        return $this->remoteClass;
    }

    /** Its code, which is a string in a PDOException, for example. getCode() has it if it is an integer. */
    public function getRemoteCode(): int|string
    {
        return $this->remoteCode;
    }

    /** Where it was thrown, and the calls in the server's process. */
    public function getRemoteTrace(): string
    {
        return $this->remoteTrace;
    }
}
