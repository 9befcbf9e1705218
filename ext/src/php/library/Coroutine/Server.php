<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\Server\Connection;
use Swoole\Exception;
use ValueError;
use function in_array;

/**
 * A server within coroutines: each connection gets a coroutine of its own. It may be made, started and shut down at any
 * time, many times, and several in one process.
 */
class Server
{
    /** How long accepting pauses when the system has no descriptor or memory for another connection, in seconds. */
    private const PAUSE = 1.0;
    // Numbers of Linux, whose names only ext/sockets has.
    private const OUT_OF_RESOURCES = [24, 23, 105, 12];  // EMFILE, ENFILE, ENOBUFS, ENOMEM
    private const ECONNABORTED = 103;
    private const EINVAL = 22;
    private const SOL_SOCKET = 1;
    private const SO_REUSEADDR = 2;
    private const SO_REUSEPORT = 15;

    /** @var string an address, or the path of a unix socket */
    public $host = '';
    /** @var int the one that the system chose where it was given 0 */
    public $port = 0;
    /** @var int AF_INET, AF_INET6 or AF_UNIX */
    public $type = AF_INET;
    /** @var int the descriptor that listens */
    public $fd = -1;
    /** @var int of what ended start(); 0: shutdown() */
    public $errCode = 0;
    /** @var array<string, mixed> what set() was given */
    public $setting = [];

    /** @var bool */
    protected $running = false;
    /** @var callable|null */
    protected $fn;
    /** @var Socket */
    protected $socket;

    /**
     * Listens from here on.
     *
     * @param string $host an IPv4 or IPv6 address, or unix:/path
     * @param int $port 0: any that is free, see $port
     * @param bool $ssl every connection begins with TLS: set() needs ssl_cert_file. Who fails to shake hands is not heard of
     * @throws Exception when it cannot; the code is the system's error number
     */
    public function __construct(string $host, int $port = 0, protected bool $ssl = false, bool $reuse_port = false)
    {
        if ($port < 0 || $port > 65535) {
            throw new ValueError(self::class . "::__construct(): Argument #2 (\$port) must be between 0 and 65535, $port given");
        }
        if (str_starts_with($host, 'unix:')) {
            $host = '/' . ltrim(substr($host, 5), '/');
            $this->type = AF_UNIX;
        } elseif (str_contains($host, ':')) {
            $this->type = AF_INET6;
        }
        $this->socket = new Socket($this->type, SOCK_STREAM);
        if ($this->type !== AF_UNIX) {
            $this->socket->setOption(self::SOL_SOCKET, $reuse_port ? self::SO_REUSEPORT : self::SO_REUSEADDR, 1);
        }
        if (!$this->socket->bind($host, $port) || !$this->socket->listen()) {
            throw new Exception(
                "cannot listen at $host" . ($port > 0 ? ":$port" : '') . ": {$this->socket->errMsg}",
                $this->socket->errCode,
            );
        }
        $this->host = $host;
        $bound = $this->type === AF_UNIX ? false : $this->socket->getsockname();
        $this->port = $bound === false ? 0 : $bound['port'] ?? 0;
        $this->fd = $this->socket->fd;
    }

    /**
     * How the bytes of connections are cut into packets, and what they are encrypted with: see Socket::setProtocol(). Holds for connections from here on.
     *
     * @param array<string, mixed> $setting
     */
    public function set(array $setting): void
    {
        $this->setting = array_merge($this->setting, $setting);
    }

    /** Called in a coroutine for each connection, with a Server\Connection. When it returns, the connection is closed. */
    public function handle(callable $fn): void
    {
        $this->fn = $fn;
    }

    /**
     * Accepts connections until shutdown(). Suspends; in a coroutine only.
     *
     * @throws Exception when TLS has no certificate
     * @return bool true after shutdown(); false when accepting failed (errCode), or there is no handle()
     */
    public function start(): bool
    {
        if ($this->running) {
            throw new Error('the server is running already');
        }
        if ($this->ssl && empty($this->setting['ssl_cert_file'])) {
            throw new Exception('TLS needs ssl_cert_file: see set()', self::EINVAL);
        }
        if ($this->fn === null) {
            $this->errCode = self::EINVAL;
            return false;
        }
        $this->running = true;
        $this->errCode = 0;
        while ($this->running) {
            $client = $this->socket->accept(-1);
            if ($client !== false) {
                $client->setProtocol($this->setting);
                $this->serve($client);
            } elseif (!$this->mayGoOn()) {
                break;
            }
        }
        $this->running = false;
        return $this->errCode === 0;
    }

    /** Ends start(). Open connections stay. */
    public function shutdown(): bool
    {
        $this->running = false;
        return $this->socket->cancel();
    }

    private function serve(Socket $client): void
    {
        $started = Coroutine::create(function () use ($client) {
            $connection = new Connection($client);
            try {
                if ((!$this->ssl || $client->sslHandshake()) && $this->fn !== null) {
                    ($this->fn)($connection);
                }
            } finally {
                $connection->close();
            }
        });
        if ($started === false) {
            $client->close();
        }
    }

    /** After an accept() that failed. */
    private function mayGoOn(): bool
    {
        if (!$this->running) {
            return false;
        }
        if (in_array($this->socket->errCode, self::OUT_OF_RESOURCES, true)) {
            Coroutine::sleep(self::PAUSE);
            return true;
        }
        if ($this->socket->errCode === self::ECONNABORTED) {
            return true;
        }
        $this->errCode = $this->socket->errCode;
        return false;
    }
}
