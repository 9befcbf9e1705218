<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\HttpConnection;
use Tern\Internal\Client\Settings;
use Tern\Internal\Client\WebSocketConnection;

/** The connection of an HTTP client. It is made when a request needs it, and made again where the server has closed it. */
final class Link
{
    private const SWITCHING_PROTOCOLS = 101;

    public ?Socket $socket = null;
    public ?HttpConnection $connection = null;
    /** After the server has agreed to one. */
    public ?WebSocketConnection $webSocket = null;
    public readonly Head $head;
    /** The head that was sent last; '': none. */
    public string $sentHead = '';

    /** What the last request has asked for. */
    private ?WebSocketConnection $offered = null;
    /** What the connection reads responses with. */
    private ?Options $options = null;
    private bool $isForwarded = false;
    /** Lines for a proxy that forwards. */
    private string $credentials = '';
    /** Whether the connection has had a response before. */
    private bool $isReused = false;
    /** Why the request may not have arrived as a whole; 0: it was sent. */
    private int $sendError = 0;

    public function __construct(private readonly Route $route)
    {
        $this->head = new Head($route->authority);
    }

    /**
     * Suspends.
     *
     * @throws Failed
     */
    public function send(Request $request, Options $options): void
    {
        $connection = $this->connection;
        if ($connection === null || $options !== $this->options || $options->hasProxy || !$connection->isIdle()) {
            $connection = $this->reach($request, $options);
        }
        $target = $this->isForwarded ? "http://{$this->route->authority}$request->path" : $request->path;
        $extra = $request->upgrades ? $this->offer($options) : $this->credentials;
        $this->sentHead = $head = $this->head->text($request, $target, $extra, $options);
        if ($request->form !== null) {
            $this->sendError = $request->form->send($head, $connection, $this->connected(), $options->writeSeconds);
        } else {
            $this->sendError = $connection->send($head, $request->body, $options->writeSeconds) ? 0 : $connection->errCode;
        }
        // A server that has read enough may have answered and closed: then there is a response, or none.
        if ($this->sendError !== 0 && $this->sendError !== Errno::EPIPE && $this->sendError !== Errno::ECONNRESET) {
            $this->close();
            throw new Failed(SWOOLE_HTTP_CLIENT_ESTATUS_SEND_FAILED, $this->sendError);
        }
    }

    /**
     * The response to the request that was sent last. Suspends.
     *
     * @param float $timeout seconds, less than 0: no limit
     * @param BodySink|null $sink where the body goes; null: the connection collects it
     * @throws Failed
     */
    public function receive(Request $request, Options $options, float $timeout, ?BodySink $sink): HttpConnection
    {
        $is_done = false;
        try {
            $connection = $this->connection ?? throw $this->canceled();
            $has_response = $sink === null ? $connection->receive($request->method, $timeout, $request->upgrades)
                : $this->pass($connection, $request->method, new Deadline($timeout), $sink);
            if ($has_response) {
                $is_done = $request->upgrades && $connection->statusCode === self::SWITCHING_PROTOCOLS ? $this->beWebSocket($connection)
                    : ($sink === null && $connection->left)
                        || $connection->reusable && $this->sendError === 0 && $options->keepsAlive && !$this->head->closes;
            } elseif ($options->retries === 0 || !$this->mayRepeat($request)) {
                throw $this->lost();
            }
        } finally {
            if (!$is_done) {
                $this->close();
            }
        }
        if (!$has_response) {
            $this->send($request, $options);
            return $this->receive($request, $options, $timeout, $sink);
        }
        $this->isReused = true;
        return $connection;
    }

    /**
     * At once. Waits of other coroutines end with ECANCELED.
     *
     * @return bool false: there was nothing to close
     */
    public function close(): bool
    {
        $socket = $this->socket;
        $this->socket = $this->connection = $this->webSocket = $this->offered = null;
        $this->isReused = false;
        return $socket !== null && $socket->close();
    }

    /** The lines of the head that ask for a WebSocket. */
    private function offer(Options $options): string
    {
        $settings = $options->forWebSocket();
        $settings['compression'] = $settings['compression'] || $this->head->offersDeflate;
        $this->offered = new WebSocketConnection($this->connected(), $settings);
        /** @var array<string, string> $fields */
        $fields = $this->offered->fields();
        $lines = '';
        foreach ($fields as $name => $value) {
            $lines .= Lines::field($name, $value);
        }
        return $lines;
    }

    /**
     * @return true
     * @throws Failed when the response is not one to the request
     */
    private function beWebSocket(HttpConnection $connection): bool
    {
        $offered = $this->offered;
        if ($offered === null || !$offered->accept($connection->headers, $this->head->subprotocols)) {
            throw new Failed($connection->statusCode, SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED, $offered->errMsg ?? '');
        }
        $this->webSocket = $offered;
        return true;
    }

    /** Makes the connection, unless the one that there is can have another request. */
    private function reach(Request $request, Options $options): HttpConnection
    {
        $settings = $options->settings;
        $is_forwarded = $options->hasProxy && $this->route->isForwarded($settings, $request->upgrades);
        if ($this->socket !== null && ($is_forwarded !== $this->isForwarded || $this->connection?->isIdle() !== true)) {
            $this->close();
        }
        if ($this->options !== $options) {
            $this->options = $options;
            $this->connection = null;
        }
        $socket = $this->socket ?? $this->connect($settings, $is_forwarded, $options->connectSeconds);
        return $this->connection ??= new HttpConnection($socket, $options->forConnection());
    }

    private function connect(Settings $settings, bool $is_forwarded, float $timeout): Socket
    {
        $this->isForwarded = $is_forwarded;
        $this->credentials = $is_forwarded ? Route::credentials($settings) : '';
        $is_done = false;
        try {
            $this->route->open($settings, $is_forwarded, $timeout, $this->socket);
            $is_done = $this->socket !== null;
            return $this->socket ?? throw Failure::coded(Errno::ECANCELED);
        } catch (Failure $why) {
            throw new Failed(SWOOLE_HTTP_CLIENT_ESTATUS_CONNECT_FAILED, $why->getCode(), $why->getMessage());
        } finally {
            if (!$is_done) {
                $this->close();
            }
        }
    }

    /**
     * The body goes to a sink while it arrives.
     *
     * @return bool false: there is no response
     * @throws Failed
     */
    private function pass(HttpConnection $connection, string $method, Deadline $until, BodySink $sink): bool
    {
        try {
            if (!$connection->receiveHead($method, $until->left())) {
                return false;
            }
            $sink->begin($connection);
            while (($piece = $connection->receivePiece($until->left())) !== '') {
                if ($piece === false) {
                    return false;
                }
                $sink->write($piece);
                if ($this->connection !== $connection) {
                    throw $this->canceled();
                }
            }
            $sink->end();
            return true;
        } catch (Failure $why) {
            $is_late = $why->getCode() === Errno::ETIMEDOUT;
            $status = $is_late ? SWOOLE_HTTP_CLIENT_ESTATUS_REQUEST_TIMEOUT : $connection->statusCode;
            throw new Failed($status, $why->getCode(), $why->getMessage());
        }
    }

    private function connected(): Socket
    {
        return $this->socket ?? throw $this->canceled();
    }

    /** Whether the server has closed a kept connection, and may not have seen the request. */
    private function mayRepeat(Request $request): bool
    {
        $connection = $this->connection;
        return $this->isReused && $connection !== null && !$connection->begun && Grammar::isIdempotent($request->method)
            && $connection->errCode !== Errno::ETIMEDOUT && $connection->errCode !== Errno::ECANCELED;
    }

    private function lost(): Failed
    {
        $connection = $this->connection;
        if ($connection === null) {
            return $this->canceled();
        }
        if ($this->sendError !== 0 && !$connection->begun) {
            return new Failed(SWOOLE_HTTP_CLIENT_ESTATUS_SEND_FAILED, $this->sendError);
        }
        $code = $connection->errCode !== 0 ? $connection->errCode : Errno::ECONNRESET;
        $status = $code === Errno::ETIMEDOUT ? SWOOLE_HTTP_CLIENT_ESTATUS_REQUEST_TIMEOUT : SWOOLE_HTTP_CLIENT_ESTATUS_SERVER_RESET;
        return new Failed($status, $code, $connection->errMsg);
    }

    /** The program has closed the connection. */
    private function canceled(): Failed
    {
        return new Failed(SWOOLE_HTTP_CLIENT_ESTATUS_SERVER_RESET, Errno::ECANCELED);
    }
}
