<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Stringable;
use Swoole\WebSocket\CloseFrame;
use Swoole\WebSocket\Frame;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\WebSocketConnection;
use TypeError;
use function is_scalar;

/** What Swoole\Coroutine\Http\Client can do after upgrade(). One coroutine may receive while another one sends. */
trait WebSocketCalls
{
    /** Errors of the system after which the WebSocket stays open. */
    private const PASSING = [Errno::ETIMEDOUT => true, Errno::ECANCELED => true];
    /** The first error that is no number of the system. */
    private const FIRST_OF_OURS = 500;

    /**
     * Asks the server to make a WebSocket of the connection. Suspends.
     *
     * @return bool false, with errCode 8504: the server has answered something else
     */
    public function upgrade(string $path): bool
    {
        $this->downloadFile = null;
        $this->requestMethod = 'GET';
        if (!$this->run($path, 'GET', self::class . '::upgrade()', true)) {
            return false;
        }
        return $this->link->webSocket !== null
            || $this->fail(SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED, "the server has answered the handshake with status $this->statusCode");
    }

    /**
     * Sends a message. Suspends while the server reads slowly, within write_timeout.
     *
     * @param mixed $data a text, or a Frame, which has its own opcode and flags
     * @param int $opcode a WEBSOCKET_OPCODE_* constant
     * @param int|bool $flags SWOOLE_WEBSOCKET_FLAG_FIN and COMPRESS; a bool stands for FIN
     */
    public function push(mixed $data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags = SWOOLE_WEBSOCKET_FLAG_FIN): bool
    {
        if ($data instanceof CloseFrame) {
            return $this->disconnect($data->code, $data->reason);
        }
        if ($data instanceof Frame) {
            $flags = match ($data->finish) {
                null => $data->flags,
                true => $data->flags | SWOOLE_WEBSOCKET_FLAG_FIN,
                false => $data->flags & ~SWOOLE_WEBSOCKET_FLAG_FIN,
            };
            $opcode = $data->opcode;
            $data = $data->data;
        } elseif ($data !== null && !is_scalar($data) && !$data instanceof Stringable) {
            throw new TypeError(self::class . '::push(): Argument #1 ($data) must be of type Frame|string, ' . get_debug_type($data) . ' given');
        }
        $connection = $this->webSocket();
        return $connection !== null
            && $this->sent($connection, $connection->push((string) $data, $opcode, (int) $flags, $this->options->writeSeconds));
    }

    /** Sends a ping, as push(). */
    public function ping(string $data = ''): bool
    {
        return $this->push($data, SWOOLE_WEBSOCKET_OPCODE_PING);
    }

    /**
     * Sends a close frame, as push(). The client counts as not connected then; recv() returns '' when the server has answered.
     *
     * @param int $code 1000 to 1003, 1007 to 1014, 3000 to 4999; 1005: none. For any other one 1000 is sent
     * @param string $reason at most 123 bytes
     */
    public function disconnect(int $code = SWOOLE_WEBSOCKET_CLOSE_NORMAL, string $reason = ''): bool
    {
        $connection = $this->webSocket();
        $is_sent = $connection !== null && $this->sent($connection, $connection->close(self::sendable($code), $reason, $this->options->writeSeconds));
        $this->connected = $this->connected && !$is_sent;
        return $is_sent;
    }

    /** '': the WebSocket has ended. */
    private function receiveMessage(WebSocketConnection $connection, float $timeout): Frame|string|false
    {
        $message = $connection->receive($timeout != 0 ? $timeout : $this->options->readSeconds);
        if ($message instanceof Frame) {
            $this->succeed();
            return $message;
        }
        if ($message === '') {
            $this->close();
            $this->succeed();
            return '';
        }
        $this->sent($connection, false);
        return false;
    }

    private static function sendable(int $code): int
    {
        $is_valid = ($code >= 1000 && $code <= 1014 && $code !== 1004 && $code !== 1006) || ($code >= 3000 && $code <= 4999);
        return $is_valid ? $code : SWOOLE_WEBSOCKET_CLOSE_NORMAL;
    }

    /** Null with the error set. */
    private function webSocket(): ?WebSocketConnection
    {
        if ($this->link->webSocket === null || !$this->connected) {
            $this->fail($this->connected ? SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED : SWOOLE_ERROR_CLIENT_NO_CONNECTION);
            return null;
        }
        return $this->link->webSocket;
    }

    /** The result of a call, after its error was noted; the connection is closed where it is broken. */
    private function sent(WebSocketConnection $connection, bool $is_done): bool
    {
        if ($is_done) {
            $this->succeed();
            return true;
        }
        [$code, $message] = [$connection->errCode, $connection->errMsg];
        if ($this->link->socket?->isClosed()) {
            $this->close();
            return $this->fail(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
        }
        $is_broken = ($code < self::FIRST_OF_OURS && !isset(self::PASSING[$code])) || $code === SWOOLE_ERROR_PROTOCOL_ERROR;
        if ($is_broken && $this->link->webSocket === $connection) {
            $this->close();
        }
        return $this->fail($code, $message);
    }
}
