<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Client\Calls;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Kind;
use Tern\Internal\NotSerializable;

/**
 * A client whose waits suspend only their coroutine. What fails returns false after errCode and errMsg were set.
 *
 * Limits of time are seconds: what a call is given counts, else read_timeout, write_timeout or connect_timeout of set(),
 * else what connect() was given, else timeout of set(), else those of Coroutine::set(). Less than 0: no limit.
 */
#[NotSerializable]
class Client
{
    use Calls {
        sendto as private sendDatagram;
    }

    /** @var int Urgent data. */
    public const MSG_OOB = 1;
    /** @var int What is read stays there. */
    public const MSG_PEEK = 2;
    /** @var int The call does not wait. */
    public const MSG_DONTWAIT = 64;
    /** @var int The call waits for all bytes that are asked for. */
    public const MSG_WAITALL = 256;

    private const SOCKET = Socket::class;
    /** That of each call, as Coroutine::set() has it. */
    private const USUAL_SECONDS = 0.0;

    /** @var int the descriptor; -1: there is none */
    public $fd = -1;
    /** @var Socket|null */
    public $socket;
    /** @var bool */
    public $connected = false;
    /** Those who waited for the connection continue at present. */
    private bool $isClosing = false;

    /** @param int $type SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM or _UNIX_DGRAM; with SWOOLE_SSL for TLS (UDP: DTLS) */
    public function __construct(int $type)
    {
        $this->kind = new Kind($type, self::class . '::__construct()');
        $this->type = $type;
    }

    public function __destruct()
    {
    }

    /**
     * Suspends.
     *
     * @param string $host an address or a name; the path of a unix socket
     * @param int $port 1 to 65535 for IP
     * @param float $timeout for all of it: names, proxy, TLS; 0: see above
     * @param int $sock_flag has no meaning here
     */
    public function connect(string $host, int $port = 0, float $timeout = 0, int $sock_flag = 0): bool
    {
        if (!$this->isTarget($host, $port) || !$this->mayConnect()) {
            return false;
        }
        $this->given = $timeout != 0 ? $timeout : null;
        $this->host = $host;
        return $this->connected = $this->open(
            fn(Socket $socket, float $limit) => $this->opener()->connect($socket, $host, $port, $limit),
        );
    }

    /**
     * The next packet, as set() has it; else the bytes that have arrived, or arrive first. Suspends.
     *
     * @return string|false '': the peer has closed the connection
     */
    public function recv(float $timeout = 0): string|false
    {
        $socket = $this->connected();
        return $socket === null ? false : $this->told($socket, $socket->recvPacket($timeout));
    }

    /**
     * The bytes that have arrived. They stay, and it does not wait for any.
     *
     * @param int $length bytes at most
     * @return string|false '': the peer has closed the connection; EAGAIN: there is nothing
     */
    public function peek(int $length = 65535): string|false
    {
        $socket = $this->connected();
        return $socket === null ? false : $this->told($socket, $socket->peek($length));
    }

    /**
     * All of it. Suspends.
     *
     * @return int|false less than all: errCode tells why
     */
    public function send(string $data, float $timeout = 0): int|false
    {
        $socket = $this->connected();
        return $socket === null ? false : $this->told($socket, $socket->sendAll($data, $timeout));
    }

    /**
     * One datagram, at once. Needs no connect().
     *
     * @param string $address a numeric one, or the path of a unix socket
     * @param int $port 1 to 65535 for IP
     */
    public function sendto(string $address, int $port, string $data): bool
    {
        return $this->sendDatagram($address, $port, $data);
    }

    /**
     * One datagram. Needs no connect(). Suspends.
     *
     * @param int $length what is longer is cut off
     * @param mixed $address becomes the sender's
     * @param mixed $port becomes the sender's
     */
    public function recvfrom(int $length, mixed &$address, mixed &$port = 0): string|false
    {
        if ($length < 1) {
            return $this->refuse("recvfrom(): Argument #1 (\$length) must be greater than 0, $length given");
        }
        $socket = $this->isOpen() || $this->kind->isStream ? $this->connected() : $this->bound();
        $data = $socket === null ? false : $this->told($socket, $socket->recvfrom($peer));
        if ($data === false) {
            return false;
        }
        $address = $peer['address'];
        $port = $peer['port'];
        return substr($data, 0, $length);
    }

    /** TLS from here on, after a connect() without. Suspends. */
    public function enableSSL(): bool
    {
        return $this->secure();
    }

    public function exportSocket(): Socket|false
    {
        return $this->connection ?? false;
    }

    /** @return array{host: string, address: string, port: int}|false host and address, which are the same, and port */
    public function getpeername(): array|false
    {
        $socket = $this->connected();
        return $socket === null ? false : self::named($this->told($socket, $socket->getpeername()));
    }

    /**
     * At once. Waits of other coroutines end with ECANCELED, and those coroutines continue before this returns. The close() that
     * they call then is true.
     *
     * @return bool false: there is no connection, or other coroutines waited for it (SWOOLE_ERROR_CO_SOCKET_CLOSE_WAIT)
     */
    public function close(): bool
    {
        if (!$this->isOpen()) {
            if ($this->isClosing) {
                return true;
            }
            $this->drop();
            $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
            return false;
        }
        $socket = $this->connection;
        $this->drop();
        if ($socket->getBoundCid(SWOOLE_EVENT_READ) === 0 && $socket->getBoundCid(SWOOLE_EVENT_WRITE) === 0) {
            return $this->told($socket, $socket->close());
        }
        $this->isClosing = true;
        try {
            $socket->close();
        } finally {
            $this->isClosing = false;
        }
        $this->fail(Failure::coded(SWOOLE_ERROR_CO_SOCKET_CLOSE_WAIT));
        return false;
    }

    /** A datagram socket with an address that others can send to. Null with the error set. */
    private function bound(): ?Socket
    {
        try {
            $socket = $this->openSocket();
            $is_bound = !$this->kind->isIp || ($socket->getsockname()['port'] ?? 0) > 0;
            if (!$is_bound && !$socket->bind($this->kind->domain === AF_INET6 ? '::' : '0.0.0.0')) {
                throw Failure::of($socket);
            }
            return $socket;
        } catch (Failure $why) {
            $this->fail($why);
            return null;
        }
    }

    private function adopt(Socket $socket): void
    {
        $this->connection = $this->socket = $socket;
        $this->fd = $socket->fd;
    }

    private function drop(): void
    {
        $this->connection = $this->socket = $this->path = null;
        $this->fd = -1;
        $this->isUp = $this->connected = false;
    }
}
