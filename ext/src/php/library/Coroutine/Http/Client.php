<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Http;

use Stringable;
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Swoole\Error;
use Swoole\WebSocket\Frame;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\SwooleHttp\BodySink;
use Tern\Internal\Client\SwooleHttp\Cookies;
use Tern\Internal\Client\SwooleHttp\Download;
use Tern\Internal\Client\SwooleHttp\Failed;
use Tern\Internal\Client\SwooleHttp\Link;
use Tern\Internal\Client\SwooleHttp\Options;
use Tern\Internal\Client\SwooleHttp\Preparation;
use Tern\Internal\Client\SwooleHttp\Request;
use Tern\Internal\Client\SwooleHttp\Route;
use Tern\Internal\Client\SwooleHttp\WebSocketCalls;
use Tern\Internal\Client\SwooleHttp\Writer;
use Tern\Internal\NotSerializable;
use TypeError;
use ValueError;
use function is_array;
use function is_scalar;
use function Tern\Internal\remember_error;
use function Tern\Internal\socket_peer_certificate;

/**
 * A client of one HTTP/1.1 server, whose requests suspend only their coroutine and follow each other on a kept connection.
 * What fails returns false after statusCode, errCode and errMsg were set. One coroutine may use an object at a time.
 */
#[NotSerializable]
class Client
{
    use Preparation;
    use WebSocketCalls;

    /** @var Socket|null */
    public $socket;
    /** @var int why the last call failed: a number of the system, or SWOOLE_ERROR_*; 0: it did not */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';
    /** @var bool */
    public $connected = false;
    /** @var string */
    public $host = '';
    /** @var int */
    public $port = 0;
    /** @var bool */
    public $ssl = false;
    /** @var array<string, mixed>|null what set() was given */
    public $setting;
    /** @var int of the last response; less than 0: SWOOLE_HTTP_CLIENT_ESTATUS_* */
    public $statusCode = 0;
    /** @var array<string, string|list<string>>|null of the last response, with trailers of a chunked body that have other names */
    public $headers;
    /** @var list<string>|null the values of Set-Cookie of the last response */
    public $set_cookie_headers;
    /** @var array<mixed>|null those that the program and the server have set, by name */
    public $cookies;
    /** @var string of the last response */
    public $body = '';

    private readonly Route $route;
    private readonly Link $link;
    private Options $options;
    private bool $defers = false;
    /** The request whose response recv() returns. */
    private ?Request $pending = null;
    /** The next request has the body that was set. */
    private bool $sendsBody = false;
    /** A coroutine is in a call. */
    private bool $isBusy = false;

    /**
     * @param string $host a name, an address, or unix:/path
     * @param int $port 0: 80, with TLS 443
     * @param bool $ssl whether it is HTTPS
     * @throws Client\Exception
     */
    public function __construct(string $host, int $port = 0, bool $ssl = false)
    {
        $this->route = new Route($host, $port, $ssl);
        $this->link = new Link($this->route);
        $this->options = new Options([]);
        [$this->host, $this->port, $this->ssl] = [$host, $this->route->port, $ssl];
    }

    public function __destruct()
    {
    }

    /**
     * Options of requests from here on; those of connecting count for the next connection.
     *
     * @param array<string, mixed> $settings
     * @return bool false: there is none
     */
    public function set(array $settings): bool
    {
        $this->setting = Options::merge($this->setting ?? [], $settings, self::class . '::set()');
        $this->options = new Options($this->setting);
        $frames = $this->options->forWebSocket();
        $this->link->webSocket?->pass($frames['close_frame'], $frames['ping_frame'], $frames['pong_frame']);
        if (isset($settings['defer'])) {
            $this->setDefer((bool) $settings['defer']);
        }
        return $settings !== [];
    }

    public function getDefer(): bool
    {
        return $this->defers;
    }

    /**
     * Whether requests return when they are sent: recv() waits for the response.
     *
     * @return bool false: a response is to be received first
     */
    public function setDefer(bool $defer = true): bool
    {
        if ($this->pending !== null) {
            return false;
        }
        $this->defers = $defer;
        return true;
    }

    /** A request with the method and the body that were set. Suspends. */
    public function execute(string $path): bool
    {
        $this->downloadFile = null;
        $this->sendsBody = true;
        return $this->run($path, $this->requestMethod, __METHOD__ . '()');
    }

    /** Suspends. */
    public function get(string $path): bool
    {
        $this->downloadFile = null;
        $this->requestMethod = 'GET';
        return $this->run($path, 'GET', __METHOD__ . '()');
    }

    /**
     * Suspends.
     *
     * @param mixed $data the body; fields of a form are sent as by setData()
     */
    public function post(string $path, mixed $data): bool
    {
        if ($data !== null && !is_scalar($data) && !is_array($data) && !$data instanceof Stringable) {
            throw new TypeError(__METHOD__ . '(): Argument #2 ($data) must be of type array|string, ' . get_debug_type($data) . ' given');
        }
        $this->requestBody = is_array($data) ? $data : (string) $data;
        $this->sendsBody = true;
        $this->downloadFile = null;
        $this->requestMethod = 'POST';
        return $this->run($path, 'POST', __METHOD__ . '()');
    }

    /**
     * Writes the body of the response to a file while it arrives, if the status is 2xx. Suspends.
     *
     * @param int $offset where to write it; 0: what the file had goes
     */
    public function download(string $path, string $file, int $offset = 0): bool
    {
        if ($file === '' || str_contains($file, "\0") || $offset < 0) {
            throw new ValueError(self::class . '::download(): Argument #2 ($file) must be a path, and argument #3 ($offset) at least 0');
        }
        [$this->downloadFile, $this->downloadOffset] = [$file, $offset];
        $this->sendsBody = true;
        return $this->run($path, $this->requestMethod, __METHOD__ . '()');
    }

    public function getBody(): string|false
    {
        return $this->body;
    }

    /** @return array<string, string|list<string>>|false|null */
    public function getHeaders(): array|false|null
    {
        return $this->headers;
    }

    /** @return array<mixed>|false|null by name */
    public function getCookies(): array|false|null
    {
        return $this->cookies;
    }

    public function getStatusCode(): int|false
    {
        return $this->statusCode;
    }

    /** @return string|false the head of the last request; false: there was none */
    public function getHeaderOut(): string|false
    {
        return $this->link->sentHead !== '' ? $this->link->sentHead : false;
    }

    /** @return string|false what the server has shown, as PEM */
    public function getPeerCert(): string|false
    {
        return $this->ask(fn(Socket $socket) => socket_peer_certificate($socket));
    }

    /** @return array{host: string, address: string, port: int}|false host and address, which are the same, and port */
    public function getpeername(): array|false
    {
        return $this->ask(fn(Socket $socket) => self::named($socket->getpeername()));
    }

    /** @return array{host: string, address: string, port: int}|false host and address, which are the same, and port */
    public function getsockname(): array|false
    {
        return $this->ask(fn(Socket $socket) => self::named($socket->getsockname()));
    }

    /**
     * The next message of a WebSocket, or the response to the request that was deferred. Suspends.
     *
     * @param float $timeout in seconds; 0: as set() says, less than 0: no limit
     * @return Frame|string|bool '': the WebSocket has ended; a bool: whether there is a response
     */
    public function recv(float $timeout = 0): Frame|string|bool
    {
        if ($this->link->webSocket !== null) {
            return $this->receiveMessage($this->link->webSocket, $timeout);
        }
        $request = $this->pending;
        if ($request === null) {
            return $this->connected ? $this->fail(Errno::EINVAL, 'there is no answer to receive')
                : $this->fail(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
        }
        if ($this->isBusy) {
            throw $this->busy();
        }
        $this->isBusy = true;
        $this->pending = null;
        try {
            return $this->receive($request, $timeout != 0 ? $timeout : $this->options->readSeconds);
        } catch (Failed $why) {
            return $this->lose($why);
        } finally {
            $this->leave();
        }
    }

    /**
     * At once. Waits of other coroutines end with ECANCELED. The next request connects again.
     *
     * @return bool false: there is no connection
     */
    public function close(): bool
    {
        [$this->pending, $this->socket, $this->connected] = [null, null, false];
        return $this->link->close() || $this->fail(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
    }

    /** Two would share a connection. */
    private function __clone()
    {
    }

    private function run(string $path, ?string $method, string $where, bool $upgrades = false): bool
    {
        if ($this->isBusy) {
            throw $this->busy();
        }
        $this->isBusy = true;
        try {
            if ($this->link->webSocket !== null && !$this->connected) {
                $this->link->close();  // disconnect() was called
            }
            if ($this->pending !== null || $this->link->webSocket !== null) {
                return $this->fail($this->pending !== null ? Errno::EINPROGRESS : Errno::EISCONN);
            }
            $request = $this->prepare($path, $method, $where, $upgrades);
            $this->statusCode = 0;
            $this->headers = $this->set_cookie_headers = null;
            $this->body = '';
            $this->link->send($request, $this->options);
            if (!$this->defers || $upgrades) {
                return $this->receive($request, $this->options->readSeconds);
            }
            $this->pending = $request;
            return true;
        } catch (Failed $why) {
            return $this->lose($why);
        } finally {
            $this->leave();
        }
    }

    /** @throws Failed */
    private function receive(Request $request, float $timeout): bool
    {
        $sink = $request->file === null && $this->options->writer === null ? null : $this->sink($request);
        $response = $this->link->receive($request, $this->options, $timeout, $sink);
        $this->statusCode = $response->statusCode;
        /** @var array<string, string|list<string>> $headers */
        $headers = $response->headers;
        $this->headers = $headers;
        if ($response->trailers !== []) {
            /** @var array<string, string|list<string>> $trailers */
            $trailers = $response->trailers;
            $this->headers += $trailers;
        }
        if ($sink === null) {
            $this->body = $response->body;
        } elseif ($sink instanceof Download) {
            $this->body = $sink->text;
        }
        if ($response->setCookies !== []) {
            /** @var list<string> $fields */
            $fields = $response->setCookies;
            $this->set_cookie_headers = $fields;
            $this->cookies = Cookies::merge($this->cookies ?? [], $fields);
        }
        $this->succeed();
        return true;
    }

    private function sink(Request $request): ?BodySink
    {
        if ($request->file !== null) {
            return new Download($request->file, $request->offset, $this->options->bodyBytes());
        }
        return $this->options->writer === null || $request->upgrades ? null : new Writer($this, $this->options->writer);
    }

    private function succeed(): void
    {
        if ($this->errCode !== 0) {
            [$this->errCode, $this->errMsg] = [0, ''];
        }
    }

    private function lose(Failed $why): bool
    {
        $this->statusCode = $why->status;
        return $this->fail($why->getCode(), $why->getMessage());
    }

    private function fail(int $code, string $message = ''): bool
    {
        $this->errCode = $code;
        $this->errMsg = $message !== '' ? $message : Failure::describe($code);
        remember_error($code);
        return false;
    }

    /**
     * @template T
     * @param callable(Socket): (T|false) $question
     * @return T|false
     */
    private function ask(callable $question): mixed
    {
        $socket = $this->link->socket;
        if ($socket === null) {
            $this->fail(SWOOLE_ERROR_CLIENT_NO_CONNECTION);
            return false;
        }
        $result = $question($socket);
        if ($result === false) {
            $this->fail($socket->errCode, $socket->errMsg);
        }
        return $result;
    }

    private function leave(): void
    {
        $this->isBusy = false;
        $this->socket = $this->link->socket;
        $this->connected = $this->socket !== null;
    }

    private function busy(): Error
    {
        $socket = $this->link->socket;
        $other = (int) $socket?->getBoundCid(SWOOLE_EVENT_READ) ?: (int) $socket?->getBoundCid(SWOOLE_EVENT_WRITE);
        return new Error('The client has already been bound to another coroutine' . ($other > 0 ? "#$other" : '')
            . ', using it in coroutine#' . Coroutine::getCid() . ' at the same time is not allowed', SWOOLE_ERROR_CO_HAS_BEEN_BOUND);
    }

    /**
     * @param array{address: string, port: int}|false $address
     * @return array{host: string, address: string, port: int}|false
     */
    private static function named(array|false $address): array|false
    {
        return $address === false ? false : ['host' => $address['address']] + $address;
    }
}
