<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Http2;

use Stringable;
use Swoole\Coroutine\Http2\Client\Exception;
use Swoole\Coroutine\Socket;
use Swoole\Http2\Request;
use Swoole\Http2\Response;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http2Connection;
use Tern\Internal\Client\Http2Settings;
use Tern\Internal\Client\Kind;
use Tern\Internal\Client\Opener;
use Tern\Internal\NotSerializable;
use TypeError;
use ValueError;
use function Tern\Internal\remember_error;
use function Tern\Internal\socket_alpn;
use function is_array;
use function is_scalar;
use function strlen;

/**
 * A client of HTTP/2: many requests at a time on one connection. Its waits suspend only their coroutine. What fails
 * returns false after errCode and errMsg were set.
 *
 * One coroutine at a time receives; any number may send and write meanwhile.
 */
#[NotSerializable]
class Client
{
    private const UNIX = 'unix:';
    private const MOST_DEBUG_DATA = 8192;
    private const WITHOUT_CONNECTION = ['header_table_size' => 0, 'init_window_size' => 0, 'max_concurrent_streams' => 0,
        'max_frame_size' => 0, 'max_header_list_size' => 0];

    /** @var int of the last call that failed: a number of the system, or SWOOLE_ERROR_*; after GOAWAY its code */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';
    /** @var int not used */
    public $sock = -1;
    /** @var int not used */
    public $type = 0;
    /** @var array<string, mixed>|null what set() was given */
    public $setting;
    /** @var Socket|null while it is connected */
    public $socket;
    /** @var bool */
    public $connected = false;
    /** @var string|null */
    public $host;
    /** @var int */
    public $port = 0;
    /** @var bool */
    public $ssl = false;
    /** @var int after GOAWAY: the last stream that the server handles */
    public $serverLastStreamId = 0;

    private ?Http2Connection $connection = null;
    private bool $isConnecting = false;
    private readonly Kind $kind;
    /** For requests that name no host. */
    private readonly string $authority;

    /**
     * @param string $host an address or a name; "unix:" and a path
     * @param int $port 1 to 65535 for IP
     * @param bool $open_ssl TLS
     * @throws Exception
     */
    public function __construct(string $host, int $port = 80, bool $open_ssl = false)
    {
        if ($host === '') {
            throw new Exception('host is empty', Errno::EINVAL);
        }
        $is_unix = str_starts_with($host, self::UNIX);
        $type = $is_unix ? SWOOLE_SOCK_UNIX_STREAM : (str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP);
        $this->kind = new Kind($open_ssl ? $type | SWOOLE_SSL : $type, self::class . '::__construct()');
        if (!$this->kind->hasPort($port)) {
            throw new ValueError(self::class . "::__construct(): Argument #2 (\$port) must be between 1 and 65535, $port given");
        }
        $this->host = $host;
        $this->port = $port;
        $this->ssl = $open_ssl;
        $name = $is_unix ? 'localhost' : ($type === SWOOLE_SOCK_TCP6 ? "[$host]" : $host);
        $this->authority = $is_unix || $port === ($open_ssl ? 443 : 80) ? $name : "$name:$port";
    }

    public function __destruct()
    {
    }

    /**
     * Settings of connections from here on. Wrong values throw, unknown names have no effect.
     *
     * @param array<string, mixed> $settings
     * @return bool true
     */
    public function set(array $settings): bool
    {
        $this->setting = $this->settings()->merge($settings, self::class . '::set()');
        if ($this->socket !== null) {
            $this->limit($this->socket);
        }
        return true;
    }

    /** Suspends. */
    public function connect(): bool
    {
        if ($this->connection !== null || $this->isConnecting) {
            return $this->fail(Failure::coded(Errno::EISCONN));
        }
        $this->isConnecting = true;
        $socket = null;
        try {
            $socket = $this->open();
            $this->connection = new Http2Connection($socket, $this->settings()->numbers());
        } catch (Failure $why) {
            return $this->fail($why);
        } finally {
            $this->isConnecting = false;
            if ($this->connection === null) {
                $socket?->close();
            }
        }
        $this->socket = $socket;
        $this->errCode = $this->serverLastStreamId = 0;
        $this->errMsg = '';
        return $this->connected = true;
    }

    /**
     * @param string $key one of the names in the array; '': all
     * @return array<string, int|array<string, int>>|int
     */
    public function stats(string $key = ''): array|int
    {
        $stats = $this->connection?->stats() ?? [
            'next' => 0, 'last' => 0, 'active' => 0,
            'local' => array_map(intval(...), array_intersect_key($this->settings()->numbers(), self::WITHOUT_CONNECTION)),
            'remote' => self::WITHOUT_CONNECTION,
        ];
        $all = [
            'current_stream_id' => $stats['next'],
            'last_stream_id' => $stats['last'],
            'local_settings' => $stats['local'] + ['window_size' => $stats['local']['init_window_size']],
            'remote_settings' => $stats['remote'] + ['window_size' => $stats['remote']['init_window_size']],
            'active_stream_num' => $stats['active'],
        ];
        if ($key !== '' && !isset($all[$key])) {
            throw new ValueError(self::class . '::stats(): Argument #1 ($key) must be one of ' . implode(', ', array_keys($all))
                . ", \"$key\" given");
        }
        return $key === '' ? $all : $all[$key];
    }

    /** @param int $stream_id what send() has returned; 0: the connection */
    public function isStreamExist(int $stream_id): bool
    {
        return $this->connection !== null && ($stream_id === 0 || $this->connection->exists($stream_id));
    }

    /**
     * Sends a request, and does not wait for its response. Suspends only while the server takes no more.
     *
     * @return int|false the stream: 1, 3, 5, ...
     */
    public function send(Request $request): int|false
    {
        $connection = $this->connection;
        if ($connection === null) {
            return $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        }
        $data = $request->data;
        $headers = $request->headers;
        if (is_array($data)) {
            $data = http_build_query($data);
            $headers = self::asForm($headers ?? []);
        }
        $path = (string) $request->path;
        $sent = $connection->send(
            (string) $request->method,
            $path === '' ? '/' : $path,
            $this->authority,
            $this->ssl ? 'https' : 'http',
            $headers,
            $request->cookies ? self::cookie($request->cookies) : '',
            (string) $data,
            (bool) $request->pipeline,
            (bool) $request->usePipelineRead,
            0,
        );
        return $sent === false ? $this->failed($connection) : $sent;
    }

    /**
     * More of the body of a request whose pipeline is true. Suspends while the server receives nothing.
     *
     * @param mixed $data a string; an array becomes a form
     */
    public function write(int $stream_id, mixed $data, bool $end_stream = false): bool
    {
        $connection = $this->connection;
        if ($connection === null) {
            return $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        }
        $text = is_array($data) ? http_build_query($data) : self::text($data);
        return $connection->write($stream_id, $text, $end_stream, 0) || $this->failed($connection);
    }

    /**
     * The next response that is complete; of requests with usePipelineRead its next part. Suspends.
     *
     * @param float $timeout seconds; 0: read_timeout or timeout of set(), else that of Coroutine::set(); less than 0: none
     */
    public function recv(float $timeout = 0): Response|false
    {
        return $this->receive(false, $timeout);
    }

    /**
     * The next part of any response. Suspends until one has arrived.
     *
     * @param float $timeout as that of recv()
     */
    public function read(float $timeout = 0): Response|false
    {
        return $this->receive(true, $timeout);
    }

    /**
     * Tells the server why no more requests follow. The connection stays open.
     *
     * @param int $error_code SWOOLE_HTTP2_ERROR_*
     * @param string $debug_data 8192 bytes at most
     */
    public function goaway(int $error_code = SWOOLE_HTTP2_ERROR_NO_ERROR, string $debug_data = ''): bool
    {
        if ($error_code < 0 || $error_code > 0xFFFF_FFFF) {
            throw new ValueError(self::class . "::goaway(): Argument #1 (\$error_code) must be between 0 and 4294967295, $error_code given");
        }
        if (strlen($debug_data) > self::MOST_DEBUG_DATA) {
            throw new ValueError(self::class . '::goaway(): Argument #2 ($debug_data) must have at most ' . self::MOST_DEBUG_DATA . ' bytes, '
                . strlen($debug_data) . ' given');
        }
        return $this->call(fn(Http2Connection $connection) => $connection->goAway($error_code, $debug_data));
    }

    /** Sends a PING frame, and does not wait for the answer. */
    public function ping(): bool
    {
        return $this->call(fn(Http2Connection $connection) => $connection->ping());
    }

    /**
     * At once. Waits of other coroutines end with ECANCELED.
     *
     * @return bool false: there is no connection
     */
    public function close(): bool
    {
        if ($this->connection === null) {
            return $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        }
        $this->drop();
        return true;
    }

    /** Two would share a connection. */
    private function __clone()
    {
    }

    private function settings(): Http2Settings
    {
        return new Http2Settings($this->setting ?? []);
    }

    /** @throws Failure */
    private function open(): Socket
    {
        $settings = $this->settings()->settings($this->ssl);
        $opener = new Opener($this->kind, $settings);
        $socket = $opener->socket(Socket::class);
        $host = $this->kind->isIp ? (string) $this->host : substr((string) $this->host, strlen(self::UNIX));
        $limit = $settings->seconds('connect_timeout') ?? $settings->seconds('timeout') ?? 0.0;
        $opener->connect($socket, $host, $this->port, $limit);
        $this->limit($socket);
        $protocol = $this->ssl ? socket_alpn($socket) : '';
        if ($protocol !== '' && $protocol !== 'h2') {
            throw Failure::coded(SWOOLE_ERROR_HTTP_INVALID_PROTOCOL, "the server speaks $protocol");
        }
        return $socket;
    }

    /** Of the calls after connect(). */
    private function limit(Socket $socket): void
    {
        $settings = $this->settings()->settings();
        (new Opener($this->kind, $settings))->limit($socket, $settings->seconds('timeout') ?? 0.0);
    }

    private function receive(bool $pieces, float $timeout): Response|false
    {
        $connection = $this->connection;
        if ($connection === null) {
            return $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        }
        $response = new Response();
        if (!$connection->receive($response, $pieces, $timeout)) {
            return $this->failed($connection);
        }
        $this->noteGoAway($connection);
        return $response;
    }

    /** @param callable(Http2Connection): bool $call */
    private function call(callable $call): bool
    {
        $connection = $this->connection;
        if ($connection === null) {
            return $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        }
        return $call($connection) || $this->failed($connection);
    }

    /** @return false */
    private function fail(Failure $why): bool
    {
        $this->errCode = $why->getCode();
        $this->errMsg = $why->getMessage();
        remember_error($this->errCode);
        return false;
    }

    /** @return false */
    private function failed(Http2Connection $connection): bool
    {
        $this->errCode = $connection->errCode;
        $this->errMsg = $connection->errMsg;
        if (!$connection->isOpen() && $this->connection === $connection) {
            $this->noteGoAway($connection);
            $this->drop();
        }
        return false;
    }

    private function noteGoAway(Http2Connection $connection): void
    {
        $said = $connection->goneAway();
        if ($said !== null) {
            [$this->serverLastStreamId, $this->errCode, $this->errMsg] = $said;
        }
    }

    private function drop(): void
    {
        [$connection, $socket] = [$this->connection, $this->socket];
        $this->connection = $this->socket = null;
        $this->connected = false;
        $connection?->close();
        $socket?->close();
    }

    /**
     * @param array<mixed> $headers
     * @return array<mixed>
     */
    private static function asForm(array $headers): array
    {
        foreach ($headers as $name => $_) {
            if (strcasecmp((string) $name, 'content-type') === 0) {
                return $headers;
            }
        }
        return $headers + ['content-type' => 'application/x-www-form-urlencoded'];
    }

    private static function text(mixed $data): string
    {
        if ($data === null || is_scalar($data) || $data instanceof Stringable) {
            return (string) $data;
        }
        throw new TypeError('Data for HTTP/2 must be of type array|string|int|float|bool|null, ' . get_debug_type($data) . ' given');
    }

    /** @param array<mixed> $cookies */
    private static function cookie(array $cookies): string
    {
        $pairs = [];
        foreach ($cookies as $name => $value) {
            $pairs[] = "$name=" . rawurlencode(self::text($value));
        }
        return implode('; ', $pairs);
    }
}
