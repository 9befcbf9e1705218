<?php

declare(strict_types=1);

namespace Swoole;

use Error;
use Socket as SystemSocket;
use Swoole\Coroutine\Socket;
use Tern\Internal\BlockingSocket;
use Tern\Internal\Client\Calls;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Kept;
use Tern\Internal\Client\Kind;
use Tern\Internal\NotSerializable;
use function Tern\Internal\poll;
use function Tern\Internal\receive_urgent;
use function Tern\Internal\send_urgent;
use function Tern\Internal\stream_of;
use function func_num_args;
use function function_exists;
use function is_array;

/**
 * A client that blocks the process where it waits; in a coroutine it suspends that. What fails returns false after errCode
 * and errMsg were set.
 *
 * Limits of time are seconds: read_timeout, write_timeout or connect_timeout of set() count, else what connect() was given,
 * else timeout of set(), else 0.5. Less than 0: no limit. recv() tells the end of its time by EAGAIN, others by ETIMEDOUT.
 */
#[NotSerializable]
class Client
{
    use Calls;

    /** @var int Urgent data. */
    public const MSG_OOB = 1;
    /** @var int What is read stays there. */
    public const MSG_PEEK = 2;
    /** @var int The call does not wait. */
    public const MSG_DONTWAIT = 64;
    /** @var int The call waits for all bytes that are asked for. */
    public const MSG_WAITALL = 256;
    /** @var int For shutdown(): nothing more is read. */
    public const SHUT_RD = 0;
    /** @var int For shutdown(): nothing more is sent. */
    public const SHUT_WR = 1;
    /** @var int For shutdown(): both. */
    public const SHUT_RDWR = 2;

    private const SOCKET = BlockingSocket::class;
    private const USUAL_SECONDS = 0.5;
    private const USUAL_BYTES = 65_536;
    private const LEAST_SECONDS = 0.001;
    // Numbers of Linux.
    private const POLLIN = 1;
    private const POLLOUT = 4;
    private const SOL_SOCKET = 1;
    private const SO_RCVTIMEO = 20;

    /** @var int the descriptor; -1: there is none */
    public $sock = -1;
    /** @var bool whether connect() found a connection of SWOOLE_KEEP */
    public $reuse = false;
    /** @var int how many clients have had it before */
    public $reuseCount = 0;
    /** @var string|null what the constructor was given */
    public $id;

    /** Of SWOOLE_KEEP: which connections this client may use. */
    private string $key = '';
    /** @var array{address: string, port: int}|null where datagrams go without a connection in the kernel */
    private ?array $target = null;
    /** @var array{address: string, port: int}|null who sent the last datagram */
    private ?array $sender = null;

    /**
     * @param int $type SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM or _UNIX_DGRAM; with SWOOLE_SSL for TLS (UDP: DTLS), with
     *  SWOOLE_KEEP for a connection that close() keeps for the next client of this process
     * @param bool $async SWOOLE_SOCK_SYNC
     * @param string $id clients of SWOOLE_KEEP with different ones do not share connections
     */
    public function __construct(int $type, bool $async = SWOOLE_SOCK_SYNC, string $id = '')
    {
        if ($async) {
            throw new Error('Swoole\Client has no asynchronous mode: use Swoole\Coroutine\Client or Swoole\Async\Client');
        }
        $this->kind = new Kind($type, self::class . '::__construct()');
        $this->type = $type;
        $this->id = $id === '' ? null : $id;
    }

    public function __destruct()
    {
        if ($this->isOpen()) {
            $this->close();
        }
    }

    /**
     * May wait.
     *
     * @param string $host an address or a name; the path of a unix socket
     * @param int $port 1 to 65535 for IP
     * @param float $timeout for all of it: names, proxy, TLS; also the limit of later calls
     * @param int $sock_flag 1: TCP without proxy and TLS does not wait, see swoole_client_select(), and errCode is EINPROGRESS,
     *  as the peer may not have answered; UDP takes datagrams of this peer alone
     */
    public function connect(string $host, int $port = 0, float $timeout = 0.5, int $sock_flag = 0): bool
    {
        if (!$this->isTarget($host, $port) || !$this->mayConnect()) {
            return false;
        }
        $this->host = $host;
        $this->given = func_num_args() > 2 && $timeout != 0 ? $timeout : null;
        $this->reuse = false;
        $this->reuseCount = 0;
        $this->sender = $this->target = null;
        if ($this->kind->isKept && $this->takeKept($host, $port)) {
            return true;
        }
        if ($this->kind->isIp && !$this->kind->isStream && !$this->kind->hasTls && $sock_flag !== 1) {
            return $this->open(fn(Socket $socket, float $limit) => $this->target = $this->resolve($host, $port, $limit));
        }
        if ($sock_flag === 1 && $this->kind->isStream && !$this->kind->hasTls && !$this->settings()->hasProxy()) {
            $isPending = false;
            $done = $this->open(function (Socket $socket, float $limit) use ($host, $port, &$isPending): void {
                $isPending = $this->begin($socket, $host, $port, $limit);
            });
            if ($done && $isPending) {
                $this->fail(Failure::coded(Errno::EINPROGRESS));
            }
            return $done;
        }
        return $this->open(fn(Socket $socket, float $limit) => $this->opener()->connect($socket, $host, $port, $limit));
    }

    /**
     * The next packet, as set() has it; else the bytes that have arrived, or arrive first. May wait.
     *
     * @param int $size bytes at most, where there are no packets; 0 and less: 65536
     * @param int $flag MSG_WAITALL: exactly $size; MSG_PEEK: it stays; MSG_DONTWAIT; MSG_OOB: urgent data
     * @return string|false '': the peer has closed the connection; EAGAIN: the time is over, or there is nothing
     */
    public function recv(int $size = 65536, int $flag = 0): string|false
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        $size = $size > 0 ? $size : self::USUAL_BYTES;
        if (($flag & self::MSG_OOB) !== 0) {
            return $this->called(receive_urgent($socket->fd, min($size, self::USUAL_BYTES)));
        }
        if (($flag & self::MSG_DONTWAIT) !== 0 && $socket->peek(1) === false) {
            return $this->told($socket, false);
        }
        if (($flag & self::MSG_PEEK) !== 0) {
            return $this->look($socket, $size);
        }
        $data = match (true) {
            !$this->kind->isStream => $this->datagram($socket, $size),
            ($flag & self::MSG_WAITALL) !== 0 => $socket->recvAll($size),
            $this->cutsPackets => $socket->recvPacket(),
            default => $socket->recv($size),
        };
        $this->told($socket, $data);
        if ($data === false && $this->errCode === Errno::ETIMEDOUT) {
            $this->fail(Failure::coded(Errno::EAGAIN));
        }
        return $data;
    }

    /**
     * All of it. May wait.
     *
     * @param int $flag MSG_DONTWAIT: as much as there is room for; MSG_OOB: urgent data
     * @return int|false less than all: errCode tells why
     */
    public function send(string $data, int $flag = 0): int|false
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        if (($flag & self::MSG_OOB) !== 0) {
            return $this->called(send_urgent($socket->fd, $data));
        }
        if ($this->target !== null) {
            return $this->told($socket, $socket->sendto($this->target['address'], $this->target['port'], $data));
        }
        if (($flag & self::MSG_DONTWAIT) === 0) {
            return $this->told($socket, $socket->sendAll($data));
        }
        if (poll([$socket->fd => self::POLLOUT], 0) === []) {
            $this->fail(Failure::coded(Errno::EAGAIN));
            return false;
        }
        return $this->told($socket, $socket->send($data));
    }

    /** @param int $how SHUT_RD, SHUT_WR or SHUT_RDWR */
    public function shutdown(int $how): bool
    {
        if ($how < self::SHUT_RD || $how > self::SHUT_RDWR) {
            return $this->refuse("shutdown(): Argument #1 (\$how) must be SHUT_RD, SHUT_WR or SHUT_RDWR, $how given");
        }
        $socket = $this->connected();
        $this->isFit = false;
        return $socket !== null && $this->told($socket, $socket->shutdown($how));
    }

    /** TLS from here on, after a connect() without. May wait. */
    public function enableSSL(?callable $onSslReady = null): bool
    {
        if ($onSslReady !== null) {
            throw new Error('Swoole\Client has no asynchronous mode: enableSSL() takes no callback');
        }
        // The session is with one peer.
        if ($this->kind->mayHaveTls && $this->target !== null && $this->isOpen()) {
            if (!$this->told($this->connection, $this->connection->connect($this->target['address'], $this->target['port']))) {
                return false;
            }
            $this->target = null;
        }
        return $this->secure();
    }

    /** @return array{host: string, address: string, port: int}|false host and address, which are the same, and port; of UDP the sender of the last datagram */
    public function getpeername(): array|false
    {
        $socket = $this->connected();
        if ($socket === null || $this->sender !== null) {
            return $socket === null ? false : self::named($this->sender);
        }
        return self::named($this->told($socket, $socket->getpeername()));
    }

    /**
     * At once.
     *
     * @param bool $force also one of SWOOLE_KEEP
     * @return bool false: there is no connection
     */
    public function close(bool $force = false): bool
    {
        $socket = $this->isOpen() ? $this->connection : null;
        $is_fit = $this->isUp && $this->isFit;
        $this->drop();
        if ($socket === null) {
            $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
            return false;
        }
        if ($this->kind->isKept && !$force && $is_fit && Kept::isQuiet($socket)) {
            Kept::put($this->key, $socket, $this->reuseCount, $this->settings()->get('package_length_func'));
            return true;
        }
        return $this->told($socket, $socket->close());
    }

    /**
     * For options of the system. It has a descriptor of its own, which does not block.
     *
     * @return SystemSocket|false false: ext/sockets is not there
     */
    public function getSocket(): SystemSocket|false
    {
        $socket = $this->connected();
        $stream = $socket === null || !function_exists('socket_import_stream') ? false : stream_of($socket->fd);
        return $stream === false ? false : socket_import_stream($stream);
    }

    /** No limit for later calls, unless the settings have one. */
    protected function waitForever(): void
    {
        if ($this->isOpen()) {
            $this->opener()->limit($this->connection, -1);
        }
    }

    private function takeKept(string $host, int $port): bool
    {
        $settings = $this->settings();
        $this->key = serialize([$this->type & ~(SWOOLE_SYNC | SWOOLE_KEEP), $this->id, $host, $port, $settings->key()]);
        $kept = Kept::take($this->key, $settings->get('package_length_func'));
        if ($kept === null) {
            return false;
        }
        [$socket, $this->reuseCount] = $kept;
        ++$this->reuseCount;
        $this->adopt($socket);
        $socket->setProtocol($settings->protocol());
        $this->limit($socket);
        return $this->reuse = $this->isUp = true;
    }

    /**
     * Where a name leads to: of several addresses one that there is a route to.
     *
     * @return array{address: string, port: int}
     */
    private function resolve(string $host, int $port, float $limit): array
    {
        if (@inet_pton($host) !== false) {
            return ['address' => $host, 'port' => $port];
        }
        $type = $this->kind->domain === AF_INET6 ? SWOOLE_SOCK_UDP6 : SWOOLE_SOCK_UDP;
        $socket = (new Kind($type, ''))->socket(self::SOCKET);
        $peer = $socket->connect($host, $port, $limit) ? $socket->getpeername() : false;
        return $peer !== false ? $peer + ['port' => $port] : throw Failure::of($socket);
    }

    /** Without waiting for the answer: true where it may not have come yet. */
    private function begin(Socket $socket, string $host, int $port, float $limit): bool
    {
        $host = $this->kind->isIp ? $this->resolve($host, $port, $limit)['address'] : $host;
        $done = $socket->connect($host, $port, self::LEAST_SECONDS);
        if (!$done && $socket->errCode !== Errno::ETIMEDOUT) {
            throw Failure::of($socket);
        }
        return $this->kind->isIp || !$done;
    }

    /** The bytes that have arrived, or arrive first. They stay. */
    private function look(Socket $socket, int $size): string|false
    {
        $limit = $socket->getOption(self::SOL_SOCKET, self::SO_RCVTIMEO);
        $seconds = is_array($limit) ? $limit['sec'] + $limit['usec'] / 1e6 : 0;
        while (($data = $socket->peek($size)) === false && $socket->errCode === Errno::EAGAIN) {
            $ready = poll([$socket->fd => self::POLLIN], $seconds > 0 ? $seconds : -1);
            if ($ready === false) {
                $this->called(false);
                return false;
            }
            if ($ready === []) {
                break;
            }
        }
        return $this->told($socket, $data);
    }

    private function datagram(Socket $socket, int $size): string|false
    {
        $data = $socket->recvfrom($sender);
        if ($data === false) {
            return false;
        }
        $this->sender = $sender;
        return substr($data, 0, $size);
    }

    /**
     * The result of a function, after its error was noted.
     *
     * @template T of string|int
     * @param T|false $result
     * @return T|false
     */
    private function called(string|int|false $result): string|int|false
    {
        if ($result === false) {
            $this->fail(Failure::coded(swoole_last_error()));
        }
        return $result;
    }

    private function adopt(Socket $socket): void
    {
        $this->connection = $socket;
        $this->sock = $socket->fd;
        $this->isFit = true;
    }

    private function drop(): void
    {
        $this->connection = $this->path = $this->target = $this->sender = null;
        $this->sock = -1;
        $this->isUp = false;
    }
}
