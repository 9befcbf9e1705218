<?php

declare(strict_types=1);

namespace Swoole\Async;

use Closure;
use Error;
use Swoole\Client as BaseClient;
use Swoole\Coroutine;
use Swoole\Exception;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use function Tern\Internal\give_way;
use function Tern\Internal\remember_error;
use function in_array;
use function strlen;

/**
 * A client that calls back: on() says whom, and no method waits. The callbacks are given the client, and run in coroutines, so
 * they may wait: the next data is received when the callback of the last has ended.
 */
class Client extends BaseClient
{
    /** Events by their names in lower case, and whether a stream cannot do without. */
    private const EVENTS = ['connect' => true, 'error' => true, 'receive' => true, 'close' => true, 'bufferfull' => false, 'bufferempty' => false];
    private const USUAL_BUFFER_BYTES = 2 << 20;

    /** @var array<string, Closure> by event */
    private array $callbacks = [];
    /** The coroutine that receives. */
    private int $receiver = -1;
    private bool $isReceiving = false;
    private bool $isPaused = false;
    private bool $isConnecting = false;
    /** @var list<array{Closure(): mixed, int}> what is to be sent, and its bytes */
    private array $unsent = [];
    private int $unsentBytes = 0;
    private bool $isSending = false;
    private bool $isFull = false;

    /** @param int $type as that of Swoole\Client; SWOOLE_KEEP has no meaning here */
    public function __construct(int $type)
    {
        parent::__construct($type & ~SWOOLE_KEEP);
    }

    public function __destruct()
    {
        parent::__destruct();
    }

    /**
     * What is called for an event: connect, error (no connection was made, or TLS failed; errCode tells why), receive (with the
     * data as second argument), close, bufferFull and bufferEmpty (more than socket_buffer_size, 2 MB, waits to be sent; all is
     * sent).
     *
     * @param string $host the event, in any case
     * @return bool false with a warning: there is no such event
     */
    public function on(string $host, callable $callback): bool
    {
        $event = strtolower($host);
        if (!isset(self::EVENTS[$event])) {
            trigger_error("unknown event \"$host\"", E_USER_WARNING);
            return false;
        }
        $this->callbacks[$event] = $callback(...);
        return true;
    }

    /**
     * Begins to connect. The callback of connect or error is called when that is done.
     *
     * @param string $host an address or a name; the path of a unix socket
     * @param int $port 1 to 65535 for IP
     * @param float $timeout for all of it: names, proxy, TLS
     * @param int $sock_flag has no meaning here
     * @return bool false: there is a connection, or soon will be; with a warning: the host or the port is impossible
     * @throws Error when a callback is missing
     */
    public function connect(string $host, ?int $port = 0, float $timeout = 0.5, int $sock_flag = 0): bool
    {
        $port ??= 0;
        $this->checkCallbacks();
        $is_unix = in_array($this->type & ~(SWOOLE_SSL | SWOOLE_SYNC), [SWOOLE_SOCK_UNIX_STREAM, SWOOLE_SOCK_UNIX_DGRAM], true);
        if ($host === '' || (!$is_unix && ($port < 1 || $port > 65535))) {
            $wrong = $host === '' ? '#1 ($host) cannot be empty' : "#2 (\$port) must be between 1 and 65535, $port given";
            trigger_error(self::class . "::connect(): Argument $wrong", E_USER_WARNING);
            return $this->refuse(SWOOLE_ERROR_INVALID_PARAMS);
        }
        if ($this->isConnecting || $this->isConnected()) {
            return $this->refuse(Errno::EISCONN);
        }
        $this->isConnecting = true;
        $this->isPaused = $this->isFull = false;
        $this->unsent = [];
        $this->unsentBytes = 0;
        return Coroutine::create(function () use ($host, $port, $timeout): void {
            give_way();  // the callbacks come after this call
            try {
                $done = parent::connect($host, $port, $timeout);
            } finally {
                $this->isConnecting = false;
            }
            if (!$done) {
                $this->call('error');
                return;
            }
            $this->waitForever();
            $this->receiver = Coroutine::getCid();
            $this->call('connect');
            $this->receive();
        }) !== false;
    }

    /**
     * At once: what the system does not take waits, and is sent later.
     *
     * @param int $flag MSG_OOB: urgent data; others have no meaning here
     * @return int|false its length; false: there is no connection
     */
    public function send(string $data, int $flag = 0): int|false
    {
        if (!$this->isConnected()) {
            return parent::send($data, $flag);
        }
        if (($flag & self::MSG_OOB) !== 0) {
            return parent::send($data, self::MSG_OOB);
        }
        $this->enqueue(fn() => parent::send($data) === strlen($data), strlen($data));
        return strlen($data);
    }

    /** Sends a part of a file behind all that is being sent. As that of Swoole\Client; it does not wait. */
    public function sendfile(string $filename, int $offset = 0, int $length = 0): bool
    {
        if (!$this->isConnected() || !is_readable($filename)) {
            return parent::sendfile($filename, $offset, $length);
        }
        $this->enqueue(fn() => parent::sendfile($filename, $offset, $length), 0);
        return true;
    }

    /** No data is received until wakeup(). */
    public function sleep(): bool
    {
        return $this->pause();
    }

    public function wakeup(): bool
    {
        return $this->resume();
    }

    /** No data is received until resume(). */
    public function pause(): bool
    {
        if (!$this->isConnected()) {
            return $this->refuse(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
        }
        $this->isPaused = true;
        if ($this->isReceiving) {
            Coroutine::cancel($this->receiver);
        }
        return true;
    }

    /** @return bool false: there is no connection */
    public function resume(): bool
    {
        if (!$this->isConnected()) {
            return $this->refuse(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
        }
        $this->isPaused = false;
        $this->receiveAgain();
        return true;
    }

    /**
     * Begins TLS on a connection without.
     *
     * @param callable|null $onSslReady is called with the client when it is done; the callback of error when it fails, and the
     *  connection is closed
     * @throws Exception without it
     */
    public function enableSSL(?callable $onSslReady = null): bool
    {
        if ($onSslReady === null) {
            throw new Exception(self::class . '::enableSSL(): Argument #1 ($onSslReady) must be a callable, null given', SWOOLE_ERROR_INVALID_PARAMS);
        }
        if (!$this->isConnected()) {
            return parent::enableSSL();
        }
        $before = $this->isPaused;
        $this->pause();
        return Coroutine::create(function () use ($onSslReady, $before): void {
            do {
                give_way();
            } while ($this->isReceiving);
            $done = parent::enableSSL();
            if (!$done) {
                $this->call('error');
                $this->close();
                return;
            }
            $this->isPaused = $before;
            $onSslReady($this);
            $this->receiveAgain();
        }) !== false;
    }

    /** Whether the callback of connect was called, or is about to, and there is a connection. */
    public function isConnected(): bool
    {
        return parent::isConnected();
    }

    /**
     * At once. What waits to be sent is dropped. Then the callback of close is called.
     *
     * @param bool $force has no meaning here
     * @return bool false: there is no connection
     */
    public function close(bool $force = false): bool
    {
        $was_up = $this->isConnected();
        $this->unsent = [];
        $this->unsentBytes = 0;
        $closed = parent::close(true);
        if ($was_up) {
            $this->call('close');
        }
        return $closed;
    }

    private function checkCallbacks(): void
    {
        $is_stream = in_array($this->type & ~(SWOOLE_SSL | SWOOLE_SYNC), [SWOOLE_SOCK_TCP, SWOOLE_SOCK_TCP6, SWOOLE_SOCK_UNIX_STREAM], true);
        $needed = $is_stream ? array_keys(self::EVENTS, true, true) : ['receive'];
        foreach ($needed as $event) {
            if (!isset($this->callbacks[$event])) {
                throw new Error(self::class . "::connect(): on('$event', ...) is missing");
            }
        }
    }

    private function call(string $event, mixed ...$arguments): void
    {
        if (isset($this->callbacks[$event])) {
            $this->callbacks[$event]($this, ...$arguments);
        }
    }

    /** Until the end of the connection, or pause(). */
    private function receive(): void
    {
        while ($this->isConnected() && !$this->isPaused) {
            $this->isReceiving = true;
            $data = $this->recv();
            $this->isReceiving = false;
            if ($data !== false && $data !== '') {
                $this->call('receive', $data);
            } elseif ($data === '' || !in_array($this->errCode, [Errno::EAGAIN, Errno::ECANCELED], true)) {
                $this->isConnected() && $this->close();
            }
        }
        $this->receiver = -1;
    }

    private function receiveAgain(): void
    {
        if ($this->receiver < 0 && $this->isConnected() && !$this->isPaused) {
            Coroutine::create(function (): void {
                $this->receiver = Coroutine::getCid();
                give_way();
                $this->receive();
            });
        }
    }

    /** @param Closure(): bool $send */
    private function enqueue(Closure $send, int $bytes): void
    {
        $this->unsent[] = [$send, $bytes];
        $this->unsentBytes += $bytes;
        if (!$this->isSending) {
            $this->isSending = true;
            Coroutine::create($this->sendAll(...));
        }
        if (!$this->isFull && $this->unsentBytes > $this->bufferBytes()) {
            $this->isFull = true;
            $this->call('bufferfull');
        }
    }

    private function sendAll(): void
    {
        while ($this->unsent !== []) {
            [$send, $bytes] = array_shift($this->unsent);
            if (!$send()) {
                $this->close();
                break;
            }
            $this->unsentBytes -= min($bytes, $this->unsentBytes);
        }
        $this->isSending = false;
        if ($this->isFull && $this->isConnected()) {
            $this->isFull = false;
            $this->call('bufferempty');
        }
    }

    private function bufferBytes(): int
    {
        $given = $this->setting['socket_buffer_size'] ?? self::USUAL_BUFFER_BYTES;
        return is_numeric($given) ? (int) $given : self::USUAL_BUFFER_BYTES;
    }

    /** Notes why a call fails. */
    private function refuse(int $code): bool
    {
        $this->errCode = $code;
        $this->errMsg = Failure::describe($code);
        remember_error($code);
        return false;
    }
}
