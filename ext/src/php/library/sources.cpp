// Written by scripts/library from the PHP files beside it.
#include "php/library/sources.h"

namespace tern::php::library {

namespace {

using namespace std::string_view_literals;

// clang-format off
constexpr Source kSources[] = {
{"swoole\\client", "tern:/library/Client.php", R"PHP(<?php

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
use ValueError;
use function Tern\Internal\poll;
use function Tern\Internal\receive_urgent;
use function Tern\Internal\send_urgent;
use function Tern\Internal\stream_of;

/**
 * A client that blocks the process where it waits; in a coroutine it suspends that. What fails returns false after errCode
 * and errMsg were set.
 *
 * Limits of time are seconds: read_timeout, write_timeout or connect_timeout of set() count, else what connect() was given,
 * else timeout of set(), else 0.5. Less than 0: no limit. recv() tells the end of its time by EAGAIN, others by ETIMEDOUT.
 */
class Client
{
    use Calls;

    /** @var int */
    public const MSG_OOB = 1;
    /** @var int */
    public const MSG_PEEK = 2;
    /** @var int */
    public const MSG_DONTWAIT = 64;
    /** @var int */
    public const MSG_WAITALL = 256;
    /** @var int */
    public const SHUT_RD = 0;
    /** @var int */
    public const SHUT_WR = 1;
    /** @var int */
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
    /** Where datagrams go without a connection in the kernel. */
    private ?array $target = null;
    /** Who sent the last datagram. */
    private ?array $sender = null;

    /**
     * @param int $type SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM or _UNIX_DGRAM; with SWOOLE_SSL for TLS, with
     *  SWOOLE_KEEP for a connection that close() keeps for the next client of this process
     * @param bool $async SWOOLE_SOCK_SYNC
     * @param string $id clients of SWOOLE_KEEP with different ones do not share connections
     */
    public function __construct(int $type, bool $async = SWOOLE_SOCK_SYNC, string $id = '')
    {
        if ($async) {
            throw new Error('Swoole\Client has no asynchronous mode: use Swoole\Coroutine\Client');
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
     * @param int $sock_flag 1: TCP without proxy and TLS does not wait, see swoole_client_select(); UDP takes datagrams of this
     *  peer alone
     */
    public function connect(string $host, int $port = 0, float $timeout = self::USUAL_SECONDS, int $sock_flag = 0): bool
    {
        $this->checkTarget($host, $port);
        if (!$this->mayConnect()) {
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
        if ($this->kind->isIp && !$this->kind->isStream && $sock_flag !== 1) {
            return $this->open(fn(Socket $socket, float $limit) => $this->target = $this->resolve($host, $port, $limit));
        }
        if ($sock_flag === 1 && $this->kind->isStream && !$this->kind->hasTls && !$this->settings()->hasProxy()) {
            return $this->open(fn(Socket $socket, float $limit) => $this->begin($socket, $host, $port, $limit));
        }
        return $this->open(fn(Socket $socket, float $limit) => $this->opener()->connect($socket, $host, $port, $limit));
    }

    /**
     * The next packet, as set() has it; else what has arrived, or arrives first. May wait.
     *
     * @param int $size bytes at most, where there are no packets; 0 and less: 65536
     * @param int $flags MSG_WAITALL: exactly $size; MSG_PEEK: it stays; MSG_DONTWAIT; MSG_OOB: urgent data
     * @return string|false '': the peer has closed the connection; EAGAIN: the time is over, or there is nothing
     */
    public function recv(int $size = 65536, int $flags = 0): string|false
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        $size = $size > 0 ? $size : self::USUAL_BYTES;
        if (($flags & self::MSG_OOB) !== 0) {
            return $this->called(receive_urgent($socket->fd, min($size, self::USUAL_BYTES)));
        }
        if (($flags & self::MSG_DONTWAIT) !== 0 && $socket->peek(1) === false) {
            return $this->told($socket, false);
        }
        if (($flags & self::MSG_PEEK) !== 0) {
            return $this->look($socket, $size);
        }
        $data = match (true) {
            !$this->kind->isStream => $this->datagram($socket, $size),
            ($flags & self::MSG_WAITALL) !== 0 => $socket->recvAll($size),
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
     * @param int $flags MSG_DONTWAIT: as much as there is room for; MSG_OOB: urgent data
     * @return int|false less than all: errCode tells why
     */
    public function send(string $data, int $flags = 0): int|false
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        if (($flags & self::MSG_OOB) !== 0) {
            return $this->called(send_urgent($socket->fd, $data));
        }
        if ($this->target !== null) {
            return $this->told($socket, $socket->sendto($this->target['address'], $this->target['port'], $data));
        }
        if (($flags & self::MSG_DONTWAIT) === 0) {
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
            throw new ValueError(self::class . "::shutdown(): Argument #1 (\$how) must be SHUT_RD, SHUT_WR or SHUT_RDWR, $how given");
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
        return $this->secure();
    }

    /** @return array|false host and address, which are the same, and port; of UDP the sender of the last datagram */
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
        $socket = $this->connection;
        $was_open = $this->isOpen();
        $is_fit = $this->isUp && $this->isFit;
        $this->drop();
        if (!$was_open) {
            $this->fail(Failure::coded(Errno::EBADF));
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

    /** Where a name leads to: of several addresses one that there is a route to. */
    private function resolve(string $host, int $port, float $limit): array
    {
        if (@inet_pton($host) !== false) {
            return ['address' => $host, 'port' => $port];
        }
        $type = $this->kind->domain === AF_INET6 ? SWOOLE_SOCK_UDP6 : SWOOLE_SOCK_UDP;
        $socket = (new Kind($type, ''))->socket(self::SOCKET);
        return $socket->connect($host, $port, $limit) ? $socket->getpeername() : throw Failure::of($socket);
    }

    /** Without waiting for the answer. */
    private function begin(Socket $socket, string $host, int $port, float $limit): void
    {
        $host = $this->kind->isIp ? $this->resolve($host, $port, $limit)['address'] : $host;
        if (!$socket->connect($host, $port, self::LEAST_SECONDS) && $socket->errCode !== Errno::ETIMEDOUT) {
            throw Failure::of($socket);
        }
    }

    /** What has arrived, or arrives first, which stays. */
    private function look(Socket $socket, int $size): string|false
    {
        $limit = $socket->getOption(self::SOL_SOCKET, self::SO_RCVTIMEO);
        $seconds = $limit['sec'] + $limit['usec'] / 1e6;
        while (($data = $socket->peek($size)) === false && $socket->errCode === Errno::EAGAIN) {
            $ready = poll([$socket->fd => self::POLLIN], $seconds > 0 ? $seconds : -1);
            if ($ready === false) {
                return $this->called(false);
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

    /** The result of a function, after its error was noted. */
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
)PHP"sv},
{"swoole\\connectionpool", "tern:/library/ConnectionPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole;

use RuntimeException;
use Swoole\Coroutine\Channel;
use Throwable;

/** Connections that coroutines borrow. They come back as the program left them: Tern\Pool cleans them. */
class ConnectionPool
{
    public const DEFAULT_SIZE = 64;

    /** @var Channel|null what nobody has; null: closed */
    protected $pool;
    /** @var callable */
    protected $constructor;
    /** @var int */
    protected $size;
    /** @var int how many there are, lent or not */
    protected $num = 0;
    /** @var string|null */
    protected $proxy;

    /**
     * @param callable $constructor returns a new connection
     * @param int $size most connections at a time
     * @param string|null $proxy a class whose constructor gets $constructor and whose objects are lent instead
     */
    public function __construct(callable $constructor, int $size = self::DEFAULT_SIZE, ?string $proxy = null)
    {
        $this->pool = new Channel($this->size = $size);
        $this->constructor = $constructor;
        $this->proxy = $proxy;
    }

    /** Makes all the connections that the pool may have. May suspend. */
    public function fill(): void
    {
        while ($this->size > $this->num) {
            $this->make();
        }
    }

    /**
     * Borrows a connection, or makes one if none is free and there may be more. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return mixed false when the time was over
     * @throws RuntimeException if the pool is closed
     */
    public function get(float $timeout = -1)
    {
        if ($this->pool === null) {
            throw new RuntimeException('Pool has been closed');
        }
        if ($this->pool->isEmpty() && $this->num < $this->size) {
            return $this->create();
        }
        return $this->pool->pop($timeout);
    }

    /**
     * Gives a connection back.
     *
     * @param mixed $connection null: it is broken, and another one may be made
     */
    public function put($connection): void
    {
        if ($this->pool === null) {
            return;
        }
        if ($connection !== null) {
            $this->pool->push($connection);
            return;
        }
        --$this->num;
        if ($this->pool->stats()['consumer_num'] > 0) {
            $this->make();
        }
    }

    /** Drops what nobody has; who waits gets false. Connections that are lent go when their borrowers drop them. */
    public function close(): void
    {
        $this->pool?->close();
        $this->pool = null;
        $this->num = 0;
    }

    protected function make(): void
    {
        $this->put($this->create());
    }

    private function create(): mixed
    {
        ++$this->num;
        try {
            return $this->proxy === null ? ($this->constructor)() : new $this->proxy($this->constructor);
        } catch (Throwable $error) {
            --$this->num;
            throw $error;
        }
    }
}
)PHP"sv},
{"swoole\\coroutine\\barrier", "tern:/library/Coroutine/Barrier.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Latch;

/**
 * Waits for coroutines that share a variable: each one holds the barrier (`use ($barrier)`), and who waits goes on when
 * the last of them has let go of it.
 */
class Barrier
{
    private ?Latch $gone = null;

    public static function make(): self
    {
        return new self();
    }

    /**
     * Gives up the caller's own reference, and waits until there is no other one. Several coroutines may wait. Suspends.
     *
     * @param Barrier|null $barrier is null afterwards
     * @param float $timeout in seconds; 0 or less: no limit
     */
    public static function wait(?Barrier &$barrier, float $timeout = -1): void
    {
        if ($barrier === null) {
            return;
        }
        $gone = $barrier->gone ??= new Latch();
        $barrier = null;
        $gone->wait($timeout);
    }

    public function __destruct()
    {
        $this->gone?->open();
    }
}
)PHP"sv},
{"swoole\\coroutine\\client", "tern:/library/Coroutine/Client.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Client\Calls;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Kind;
use ValueError;

/**
 * A client whose waits suspend only their coroutine. What fails returns false after errCode and errMsg were set.
 *
 * Limits of time are seconds: what a call is given counts, else read_timeout, write_timeout or connect_timeout of set(),
 * else what connect() was given, else timeout of set(), else those of Coroutine::set(). Less than 0: no limit.
 */
class Client
{
    use Calls;

    /** @var int */
    public const MSG_OOB = 1;
    /** @var int */
    public const MSG_PEEK = 2;
    /** @var int */
    public const MSG_DONTWAIT = 64;
    /** @var int */
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

    /** @param int $type SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM or _UNIX_DGRAM; with SWOOLE_SSL for TLS */
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
        $this->checkTarget($host, $port);
        if (!$this->mayConnect()) {
            return false;
        }
        $this->given = $timeout != 0 ? $timeout : null;
        $this->host = $host;
        return $this->connected = $this->open(
            fn(Socket $socket, float $limit) => $this->opener()->connect($socket, $host, $port, $limit),
        );
    }

    /**
     * The next packet, as set() has it; else what has arrived, or arrives first. Suspends.
     *
     * @return string|false '': the peer has closed the connection
     */
    public function recv(float $timeout = 0): string|false
    {
        $socket = $this->connected();
        return $socket === null ? false : $this->told($socket, $socket->recvPacket($timeout));
    }

    /**
     * What has arrived, without taking or waiting for it.
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
     * One datagram. Suspends.
     *
     * @param int $length what is longer is cut off
     * @param mixed $address becomes the sender's
     * @param mixed $port becomes the sender's
     */
    public function recvfrom(int $length, mixed &$address, mixed &$port = null): string|false
    {
        if ($length < 1) {
            throw new ValueError(self::class . "::recvfrom(): Argument #1 (\$length) must be greater than 0, $length given");
        }
        $socket = $this->connected();
        $data = $socket === null ? false : $this->told($socket, $socket->recvfrom($peer));
        if ($data === false) {
            return false;
        }
        $address = $peer['address'];
        $port = $peer['port'] ?? 0;
        return substr($data, 0, $length);
    }

    /** TLS from here on, after a connect() without. Suspends. */
    public function enableSSL(): bool
    {
        return $this->secure();
    }

    public function exportSocket(): ?Socket
    {
        return $this->connection;
    }

    /** @return array|false host and address, which are the same, and port */
    public function getpeername(): array|false
    {
        $socket = $this->connected();
        return $socket === null ? false : self::named($this->told($socket, $socket->getpeername()));
    }

    /**
     * At once. Waits of other coroutines end with ECANCELED.
     *
     * @return bool false: there is no connection
     */
    public function close(): bool
    {
        if (!$this->isOpen()) {
            $this->drop();
            $this->fail(Failure::coded(Errno::EBADF));
            return false;
        }
        $socket = $this->connection;
        $this->drop();
        return $this->told($socket, $socket->close());
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
)PHP"sv},
{"swoole\\coroutine\\mysql", "tern:/library/Coroutine/MySQL.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL\Exception;
use Swoole\Coroutine\MySQL\Statement;
use Tern\Internal\MySQLConnection;
use Tern\Internal\MySQLOptions;
use Tern\Internal\MySQLResults;

/**
 * A client of MySQL and MariaDB, on PHP's own mysqli. Its calls suspend only their coroutine, whatever hooks are on. What
 * fails returns false, with the reason in $errno and $error, or for connect() in $connect_errno and $connect_error.
 */
class MySQL
{
    use MySQLResults;

    /** What connect() was given. */
    public $serverInfo = null;
    /** The server's number of the connection, or -1. */
    public $sock = -1;
    public $connected = false;
    public $connect_errno = 0;
    public $connect_error = '';
    private bool $defers = false;

    public function __construct()
    {
    }

    /**
     * Suspends. Connected already to the same server, it does nothing.
     *
     * @param array $server_config host (a name, an address or unix:/path), port (3306), user, password, database,
     *     timeout in seconds (0: no limit), charset (utf8), strict_type (false: query() gives numbers as strings), fetch_mode
     *     (false: calls return all rows), ssl (false)
     *
     * @return bool
     *
     * @throws Exception if an option is missing or wrong
     */
    public function connect(array $server_config)
    {
        if (!class_exists('mysqli', false)) {
            throw new Error('Swoole\Coroutine\MySQL needs the extension mysqli, which is in the package php-mysql of Debian');
        }
        if (Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $options = new MySQLOptions($server_config);
        if ($this->connection !== null) {
            if ($this->connection->isOpen() && $this->serverInfo === $server_config) {
                return true;
            }
            $this->connection->close();
        }
        $this->serverInfo = $server_config;
        $connection = new MySQLConnection();
        $connection->defer = $this->defers;
        $connection->fetchMode = $options->fetchMode;
        $this->connection = $connection;
        $this->connected = $connection->open($options);
        $this->sock = $connection->id();
        $this->connect_errno = $connection->errno;
        $this->connect_error = $connection->error;
        return $this->connected;
    }

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     *
     * @return array|bool the rows; true for what has none, in fetch mode and when deferred
     */
    public function query(string $sql, ?float $timeout = 0)
    {
        if ($this->defers && $this->connection !== null) {
            return $this->defer(fn() => $this->ask($sql, (float) $timeout));
        }
        return $this->ask($sql, (float) $timeout);
    }

    /**
     * Suspends, unless this connection has an idle statement of that text.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     *
     * @return Statement|bool true when deferred
     */
    public function prepare(string $sql, ?float $timeout = 0)
    {
        if ($this->defers && $this->connection !== null) {
            return $this->defer(fn() => $this->make($sql, (float) $timeout));
        }
        return $this->make($sql, (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return array|bool|null null: there is none
     */
    public function nextResult(?float $timeout = 0)
    {
        return $this->advance(null, (float) $timeout);
    }

    /** @return bool */
    public function begin(?float $timeout = 0)
    {
        return $this->command('START TRANSACTION', (float) $timeout);
    }

    /** @return bool */
    public function commit(?float $timeout = 0)
    {
        return $this->command('COMMIT', (float) $timeout);
    }

    /** @return bool */
    public function rollback(?float $timeout = 0)
    {
        return $this->command('ROLLBACK', (float) $timeout);
    }

    /**
     * Whether query(), prepare() and execute() return at once, and recv() has their result.
     *
     * @return bool
     */
    public function setDefer(?bool $defer = true)
    {
        $this->defers = $defer ?? true;
        if ($this->connection !== null) {
            $this->connection->defer = $this->defers;
        }
        return true;
    }

    /** @return bool */
    public function getDefer()
    {
        return $this->defers;
    }

    /**
     * A text for use between quotes.
     *
     * @return string|false false: not connected
     */
    public function escape(string $string, ?int $flags = 0)
    {
        return $this->mayFetch() ? $this->connection->escape($string) : false;
    }

    /** @return bool */
    public function close()
    {
        $this->connection?->close();
        $this->connected = false;
        $this->sock = -1;
        $this->result = null;
        return true;
    }

    private function ask(string $sql, float $timeout): array|bool
    {
        $this->result = null;
        return $this->settle(($this->connection ??= new MySQLConnection())->query($sql, $timeout));
    }

    private function make(string $sql, float $timeout): Statement|false
    {
        $connection = $this->connection ??= new MySQLConnection();
        $statement = $connection->prepare($sql, $timeout);
        $this->update();
        return $statement === false ? false : new Statement($this, $connection, $sql, $statement);
    }

    private function command(string $sql, float $timeout): bool
    {
        if ($this->defers) {
            throw new Exception('Transactions cannot be deferred: call setDefer(false) before', 21);
        }
        return $this->ask($sql, $timeout) !== false;
    }

    private function update(): void
    {
        $this->connection->describe($this);
    }
}
)PHP"sv},
{"swoole\\coroutine\\mysql\\exception", "tern:/library/Coroutine/MySQL/Exception.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

/** A mistake in the use of Swoole\Coroutine\MySQL. What the server refuses is no exception: the call returns false. */
class Exception extends \Swoole\Exception
{
}
)PHP"sv},
{"swoole\\coroutine\\mysql\\statement", "tern:/library/Coroutine/MySQL/Statement.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

use mysqli_result;
use mysqli_stmt;
use Swoole\Coroutine\MySQL;
use Tern\Internal\MySQLConnection;
use Tern\Internal\MySQLResults;
use function count;

/** A prepared statement. When it is gone, its connection keeps it for the next prepare() of the same text. */
class Statement
{
    use MySQLResults;

    /** The server does not know it any more: it was made for tables as they were, or for another session. */
    private const UNKNOWN = [1243, 1615];

    /** The server's number of it. */
    public $id = 0;

    /** That of the connection. */
    private int $sock;

    /** For MySQL::prepare() only. */
    public function __construct(
        private MySQL $client,
        MySQLConnection $connection,
        private string $sql,
        private ?mysqli_stmt $statement,
    ) {
        $this->connection = $connection;
        $this->id = $statement->id;
        $this->sock = $client->sock;
    }

    public function __destruct()
    {
        if ($this->statement !== null) {
            $this->connection->giveBack($this->sql, $this->statement);
        }
    }

    /**
     * Suspends.
     *
     * @param array|null $params one for each question mark
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     *
     * @return array|bool the rows; true for what has none, in fetch mode and when deferred
     */
    public function execute(?array $params = null, ?float $timeout = 0)
    {
        if ($this->connection->defer) {
            return $this->defer(fn() => $this->run($params ?? [], (float) $timeout));
        }
        return $this->run($params ?? [], (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return array|bool|null null: there is none
     */
    public function nextResult(?float $timeout = 0)
    {
        return $this->statement === null ? null : $this->advance($this->statement, (float) $timeout);
    }

    /**
     * The server forgets it, too.
     *
     * @return bool
     */
    public function close()
    {
        if ($this->statement === null) {
            return false;
        }
        $this->connection->discard($this->statement);
        $this->statement = $this->result = null;
        return true;
    }

    /** @param array<mixed> $params */
    private function run(array $params, float $timeout): array|bool
    {
        $this->result = null;
        if ($this->statement === null || !$this->connection->has($this->statement)) {
            return $this->refuse(SWOOLE_MYSQLND_CR_NO_PREPARE_STMT, 'The statement has to be prepared again');
        }
        $expected = $this->statement->param_count;
        if ($expected !== count($params)) {
            $text = "The statement has $expected parameters, " . count($params) . ' were given';
            return $this->refuse(SWOOLE_MYSQLND_CR_INVALID_PARAMETER_NO, $text);
        }
        $result = $this->connection->execute($this->statement, $params, $timeout);
        if ($result === false && in_array($this->connection->errno, self::UNKNOWN, true)) {
            $result = $this->prepareAgain($timeout) && $this->statement->param_count === $expected
                ? $this->connection->execute($this->statement, $params, $timeout) : false;
        }
        return $this->settle($result);
    }

    private function prepareAgain(float $timeout): bool
    {
        $this->connection->discard($this->statement);
        $this->statement = $this->connection->prepare($this->sql, $timeout) ?: null;
        return $this->statement !== null;
    }

    /** Of the client, too, unless that has another connection by now. */
    private function update(): void
    {
        $connection = $this->connection;
        $this->errno = $connection->errno;
        $this->error = $connection->error;
        $this->affected_rows = $connection->affectedRows;
        $this->insert_id = $connection->insertId;
        if ($this->client->sock === $this->sock) {
            $connection->describe($this->client);
        }
    }
}
)PHP"sv},
{"swoole\\coroutine\\postgresql", "tern:/library/Coroutine/PostgreSQL.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Tern\Internal\PostgreSQL\Answer;
use Tern\Internal\PostgreSQL\LargeObject;
use Tern\Internal\PostgreSQL\Link;

/**
 * A client of PostgreSQL. Calls suspend until the server has answered, whatever the hooks are, and return false when
 * they failed: error tells why. One coroutine may use an object at a time: another one gets an Error. Results are
 * objects with methods of their own, as since 5.0, and those of 4.x are here, which take them as their first argument.
 */
class PostgreSQL
{
    /** @var string|null */
    public $error;
    /** @var int errno of a connection that failed, ETIMEDOUT for example */
    public $errCode = 0;
    /** @var int PGSQL_TUPLES_OK and so on */
    public $resultStatus = 0;
    /** @var array|null severity, sqlstate, message_primary and other fields of the last error */
    public $resultDiag;
    /** @var array|null what the server remarked */
    public $notices;

    private Link $link;

    public function __construct()
    {
        if (!extension_loaded('pgsql')) {
            throw new Error('Swoole\Coroutine\PostgreSQL needs the extension pgsql (Debian: php-pgsql)');
        }
        $this->link = new Link();
    }

    public function __destruct()
    {
        if (isset($this->link)) {  // @phpstan-ignore isset.initializedProperty (the constructor may have thrown)
            $this->link->close();
        }
    }

    /**
     * @param string $conninfo of libpq; ";" may stand between its parts
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool
     */
    public function connect(string $conninfo, float $timeout = 2)
    {
        $options = preg_replace('/\s*;\s*(?=\w+\s*=|$)/', ' ', $conninfo);
        return $this->noted($this->link->connect($options, $timeout))->isGood();
    }

    /** @return PostgreSQLStatement|false with the result of the last of its statements */
    public function query(string $query)
    {
        $answer = $this->noted($this->link->query($query));
        return $answer->isGood() ? new PostgreSQLStatement($this, $this->link, null, $answer) : false;
    }

    /**
     * prepare($query), or prepare($name, $query) with execute($name).
     *
     * @return PostgreSQLStatement|false
     */
    public function prepare(string $name, ?string $query = null)
    {
        [$own, $query] = $query === null ? [$this->link->name(), $name] : [null, $query];
        $answer = $this->noted($this->link->prepare($own ?? $name, $query));
        $owned = $own !== null;
        return $answer->isGood() ? new PostgreSQLStatement($this, $this->link, $own ?? $name, null, $owned) : false;
    }

    /**
     * @param string $name given to prepare()
     * @return PostgreSQLStatement|false with the result
     */
    public function execute(string $name, array $params = [])
    {
        $statement = new PostgreSQLStatement($this, $this->link, $name);
        return $statement->execute($params) ? $statement : false;
    }

    /** @see PostgreSQLStatement::fetchAll() */
    public function fetchAll(PostgreSQLStatement $result, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAll($result_type);
    }

    /** @see PostgreSQLStatement::fetchObject() */
    public function fetchObject(
        PostgreSQLStatement $result,
        ?int $row = null,
        ?string $class_name = null,
        array $ctor_params = [],
    ) {
        return $result->fetchObject($row, $class_name, $ctor_params);
    }

    /** @see PostgreSQLStatement::fetchAssoc() */
    public function fetchAssoc(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAssoc($row, $result_type);
    }

    /** @see PostgreSQLStatement::fetchArray() */
    public function fetchArray(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $result->fetchArray($row, $result_type);
    }

    /** @see PostgreSQLStatement::fetchRow() */
    public function fetchRow(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_NUM)
    {
        return $result->fetchRow($row, $result_type);
    }

    /** @return int rows that were changed */
    public function affectedRows(PostgreSQLStatement $result)
    {
        return $result->affectedRows();
    }

    /** @return int rows of the result */
    public function numRows(PostgreSQLStatement $result)
    {
        return $result->numRows();
    }

    /** @return int columns of the result */
    public function fieldCount(PostgreSQLStatement $result)
    {
        return $result->fieldCount();
    }

    /** @return array|false the columns of a table by their names */
    public function metaData(string $table_name)
    {
        return $this->call(fn($connection) => @pg_meta_data($connection, $table_name));
    }

    /** @return string|false for use between quotes */
    public function escape(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_string($connection, $string);
    }

    /** @return string|false with quotes */
    public function escapeLiteral(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_literal($connection, $string);
    }

    /** @return string|false with quotes */
    public function escapeIdentifier(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_identifier($connection, $string);
    }

    /** @return int|false the number of a new large object; only in a transaction */
    public function createLOB()
    {
        return $this->call(fn($connection) => @pg_lo_create($connection));
    }

    /** @return resource|false a stream that is open until the transaction ends */
    public function openLOB(int $oid, string $mode = 'rb')
    {
        return $this->link->connection() === null ? false : LargeObject::open($this->link, $oid, $mode);
    }

    /** @return int PGSQL_CONNECTION_OK or PGSQL_CONNECTION_BAD */
    public function status()
    {
        $connection = $this->link->connection();
        return $connection === null ? PGSQL_CONNECTION_BAD : pg_connection_status($connection);
    }

    private function noted(Answer $answer): Answer
    {
        $answer->report($this);
        return $answer;
    }

    private function call(callable $function)
    {
        $connection = $this->link->connection();
        $value = false;
        $this->noted($connection === null ? new Answer(null, 'not connected') : $this->link->using(
            function () use ($function, $connection, &$value) {
                $value = $function($connection);
                return new Answer(null, $value === false ? pg_last_error($connection) : null);
            },
        ));
        return $value;
    }
}
)PHP"sv},
{"swoole\\coroutine\\postgresqlstatement", "tern:/library/Coroutine/PostgreSQLStatement.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use PgSql\Result;
use ReflectionClass;
use Tern\Internal\PostgreSQL\Answer;
use Tern\Internal\PostgreSQL\LargeObject;
use Tern\Internal\PostgreSQL\Link;

/**
 * A result, and the prepared statement that it may come from. Numbers and booleans have PHP's types. Rows are fetched
 * one after the other, or by their number, which is 0 for the first.
 */
class PostgreSQLStatement
{
    /** @var string|null */
    public $error;
    /** @var int */
    public $errCode = 0;
    /** @var int */
    public $resultStatus = 0;
    /** @var array|null */
    public $resultDiag;
    /** @var array|null */
    public $notices;

    private const INTEGERS = [20, 21, 23, 26];
    private const FLOATS = [700, 701];
    private const BOOLEAN = 16;
    private const BYTES = 17;

    private ?Result $result = null;
    private int $next = 0;
    /** @var list<string> */
    private array $names = [];
    /** @var array<int, callable(string): mixed> for the columns that are not strings */
    private array $types = [];

    /** @internal PostgreSQL makes them */
    public function __construct(
        private PostgreSQL $client,
        private Link $link,
        private ?string $name = null,
        ?Answer $answer = null,
        private bool $owned = false,
    ) {
        if ($answer !== null) {
            $answer->report($this);
            $this->take($answer->result);
        }
    }

    public function __destruct()
    {
        if ($this->owned) {
            $this->link->unused($this->name);
        }
    }

    /**
     * Suspends.
     *
     * @param array $params in the order of $1, $2...; of streams, their content
     * @return bool
     */
    public function execute(array $params = [])
    {
        $values = array_map(self::text(...), array_values($params));
        $answer = $this->link->execute((string) $this->name, $values);
        $answer->report($this, $this->client);
        if ($answer->isGood()) {
            $this->take($answer->result);
        }
        return $answer->isGood();
    }

    /** @return array|false all rows */
    public function fetchAll(int $result_type = SW_PGSQL_ASSOC)
    {
        if ($this->result === null) {
            return false;
        }
        $rows = pg_fetch_all($this->result, PGSQL_NUM);
        return array_map(fn(array $row) => $this->shaped($row, $result_type), $rows);
    }

    /** @return int rows that were changed */
    public function affectedRows()
    {
        return $this->result === null ? 0 : pg_affected_rows($this->result);
    }

    /** @return int rows of the result */
    public function numRows()
    {
        return $this->result === null ? 0 : pg_num_rows($this->result);
    }

    /** @return int columns of the result */
    public function fieldCount()
    {
        return $this->result === null ? 0 : pg_num_fields($this->result);
    }

    /** @return object|false a row, as an object of a class whose constructor is called behind that */
    public function fetchObject(?int $row = null, ?string $class_name = null, array $ctor_params = [])
    {
        $values = $this->row($row, SW_PGSQL_ASSOC);
        if ($values === false || $class_name === null) {
            return $values === false ? false : (object) $values;
        }
        $class = new ReflectionClass($class_name);
        $object = $class->newInstanceWithoutConstructor();
        foreach ($values as $name => $value) {
            $object->$name = $value;
        }
        $class->getConstructor()?->invokeArgs($object, $ctor_params);
        return $object;
    }

    /** @return array|false a row by the names of its columns */
    public function fetchAssoc(?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $this->row($row, $result_type);
    }

    /** @return array|false a row by the numbers and by the names of its columns */
    public function fetchArray(?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $this->row($row, $result_type);
    }

    /** @return array|false a row by the numbers of its columns */
    public function fetchRow(?int $row = null, int $result_type = SW_PGSQL_NUM)
    {
        return $this->row($row, $result_type);
    }

    private function row(?int $number, int $type): array|false
    {
        $number ??= $this->next;
        if ($number < 0 || $number >= $this->numRows()) {
            return false;
        }
        $this->next = $number + 1;
        return $this->shaped(pg_fetch_row($this->result, $number), $type);
    }

    private function shaped(array $row, int $type): array
    {
        foreach ($this->types as $column => $convert) {
            if ($row[$column] !== null) {
                $row[$column] = $convert($row[$column]);
            }
        }
        if ($type === SW_PGSQL_NUM) {
            return $row;
        }
        $named = array_combine($this->names, $row);
        return $type === SW_PGSQL_ASSOC ? $named : $row + $named;
    }

    private function take(?Result $result): void
    {
        [$this->result, $this->next, $this->names, $this->types] = [$result, 0, [], []];
        $nameless = 0;
        for ($column = 0, $count = $this->fieldCount(); $column < $count; ++$column) {
            $name = pg_field_name($result, $column);
            $this->names[] = $name === '?column?' ? $name . ($nameless++ ?: '') : $name;
            $convert = self::converter((int) pg_field_type_oid($result, $column));
            if ($convert !== null) {
                $this->types[$column] = $convert;
            }
        }
    }

    private static function converter(int $type): ?callable
    {
        return match (true) {
            in_array($type, self::INTEGERS, true) => intval(...),
            in_array($type, self::FLOATS, true) => self::number(...),
            $type === self::BOOLEAN => static fn(string $value) => $value === 't',
            $type === self::BYTES => pg_unescape_bytea(...),
            default => null,
        };
    }

    private static function number(string $text): float
    {
        return match ($text) {
            'NaN' => NAN,
            'Infinity' => INF,
            '-Infinity' => -INF,
            default => (float) $text,
        };
    }

    private static function text(mixed $value): mixed
    {
        return match (true) {
            is_bool($value) => $value ? 't' : 'f',
            is_resource($value) => LargeObject::number($value) ?? stream_get_contents($value),
            default => $value,
        };
    }
}
)PHP"sv},
{"swoole\\coroutine\\redis", "tern:/library/Coroutine/Redis.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Closure;
use Error;
use Swoole\Coroutine;
use Tern\Internal\Redis\Connection;
use Tern\Internal\Redis\Failure;
use Tern\Internal\Redis\Hashes;
use Tern\Internal\Redis\Keys;
use Tern\Internal\Redis\Lists;
use Tern\Internal\Redis\Server;
use Tern\Internal\Redis\Sets;
use Tern\Internal\Redis\SortedSets;
use Tern\Internal\Redis\Streams;
use Tern\Internal\Redis\Strings;
use Throwable;
use function Tern\Internal\cooperate;
use function Tern\Internal\uncooperate;

/**
 * A client of Redis with the API of 2019. Commands have the names and parameters that the redis extension gives them,
 * and suspend until the reply is there, whatever the hooks are. A command that fails returns false; errType, errCode and
 * errMsg tell why. One coroutine may use an object at a time: another one gets an Error. Public methods have no types,
 * so that classes of programs may extend it as they did.
 */
class Redis
{
    use Hashes;
    use Keys;
    use Lists;
    use Server;
    use Sets;
    use SortedSets;
    use Streams;
    use Strings;

    /** @var string as given to connect() */
    public $host = '';
    /** @var int as given to connect() */
    public $port = 0;
    /** @var array the options */
    public $setting;
    /** @var int the number of the stream; -1: not connected */
    public $sock = -1;
    /** @var bool */
    public $connected = false;
    /** @var int SWOOLE_REDIS_ERR_..., 0 after a command that succeeded */
    public $errType = 0;
    /** @var int errno */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';

    private ?Connection $connection = null;
    /** The coroutine that waits in a call; 0: none. */
    private int $user = 0;
    /** For uncooperate(). */
    private int $before = 0;
    /** Failed attempts to connect since the last one that did. */
    private int $attempts = 0;
    private bool $deferred = false;
    /** Channels and patterns were asked for. */
    private bool $subscribed = false;
    /** @var list<?Closure> what replies that recv() will return have to go through */
    private array $pending = [];
    /** What auth() and select() have set, for automatic connects. */
    private string $password = '';
    private int $database = 0;
    private bool $compatible = false;

    /**
     * @param array|null $config connect_timeout (seconds, 1), timeout (seconds of each wait for the server, -1: no
     *     limit), serialize (false), reconnect (attempts to connect again, 1), compatibility_mode (false: replies as they
     *     are; true: as the redis extension returns them), password (''), database (0)
     */
    public function __construct($config = null)
    {
        $this->setting = ['connect_timeout' => 1.0, 'timeout' => -1.0, 'serialize' => false, 'reconnect' => 1,
            'password' => '', 'database' => 0];
        $this->setOptions($config ?? []);
    }

    public function __destruct()
    {
        $this->drop();
    }

    /**
     * Suspends. An object that is connected there already stays so.
     *
     * @param string $host a name, an address, or unix:/path
     * @param int|null $port not for unix sockets
     * @param bool|null $serialize whether values of any type are stored, serialized
     */
    public function connect($host, $port = null, $serialize = null)
    {
        $this->enter();
        try {
            $port = (int) $port;
            if ($serialize !== null) {
                $this->setOptions(['serialize' => $serialize]);
            }
            $same = $host === $this->host && $port === $this->port;
            if ($same && $this->connection !== null && !$this->connection->isOver()) {
                return true;
            }
            $this->drop();
            [$this->host, $this->port, $this->attempts] = [(string) $host, $port, 0];
            [$this->password, $this->database] = [$this->setting['password'], $this->setting['database']];
            return $this->reach();
        } finally {
            $this->leave();
        }
    }

    /** @return string|bool the password that the server accepted; false: none */
    public function getAuth()
    {
        return $this->connected && $this->password !== '' ? $this->password : false;
    }

    /** @return int|bool the number of the database; false: not connected */
    public function getDBNum()
    {
        return $this->connected ? $this->database : false;
    }

    public function getOptions()
    {
        return $this->setting;
    }

    /** @param array $options of the constructor; password and database hold from the next connect() on */
    public function setOptions($options)
    {
        foreach ($options as $name => $value) {
            match ($name) {
                'connect_timeout', 'timeout' => $this->setting[$name] = (float) $value,
                'serialize' => $this->setting[$name] = (bool) $value,
                'reconnect', 'database' => $this->setting[$name] = (int) $value,
                'password' => $this->setting[$name] = (string) $value,
                'compatibility_mode' => $this->compatible = (bool) $value,
                default => trigger_error("Swoole\Coroutine\Redis has no option '$name'", E_USER_WARNING),
            };
        }
        $this->tune();
    }

    public function getDefer()
    {
        return $this->deferred;
    }

    /**
     * Whether commands return true once they are sent: recv() returns their replies, in the same order.
     *
     * @return bool false while it is subscribed
     */
    public function setDefer($defer = true)
    {
        if ($this->subscribed) {
            return false;
        }
        $this->deferred = (bool) $defer;
        return true;
    }

    /**
     * The reply to the oldest command that was deferred, or the next message of a subscription: ['message', channel,
     * text], ['pmessage', pattern, channel, text], ['subscribe', channel, count] and so on. Suspends.
     */
    public function recv()
    {
        if ($this->pending === [] && !$this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'There is nothing to receive');
            return false;
        }
        return $this->exchange(null, $this->subscribed ? null : array_shift($this->pending));
    }

    /**
     * Any command. Suspends.
     *
     * @param array $params its words
     */
    public function request(array $params)
    {
        return $this->command(array_values($params));
    }

    /** Ends the wait of another coroutine as well. The next command connects again, unless reconnect is 0. */
    public function close()
    {
        if ($this->connection === null) {
            return false;
        }
        if ($this->user === 0) {
            $this->drop();
            return true;
        }
        $this->connection->shutdown();
        $this->connected = false;
        return true;
    }

    /** @param Closure|null $shape what to do with a reply that is no error */
    private function command(array $words, ?Closure $shape = null): mixed
    {
        if ($this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'Something is subscribed to');
            return false;
        }
        return $this->exchange($words, $shape);
    }

    /** Commands of subscriptions have no reply of their own: recv() returns what comes. */
    private function subscription(string $command, array $names): bool
    {
        $ends = str_contains($command, 'UNSUBSCRIBE');
        if ($this->deferred || ($ends && !$this->subscribed)) {
            $why = $ends ? 'Nothing is subscribed to' : 'A subscription cannot be deferred';
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $why);
            return false;
        }
        $words = [$command, ...array_values($names)];
        if ($this->subscribed && $this->user !== 0) {
            return $this->interject($words);
        }
        return $this->subscribed = $this->exchange($words, null, false);
    }

    /** Sends a command while another coroutine waits in recv(). */
    private function interject(array $words): bool
    {
        $before = cooperate();
        try {
            $this->connection->send($words);
            return true;
        } catch (Failure $failure) {
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } finally {
            uncooperate($before);
        }
    }

    /** Sends a command, if there is one, and waits for a reply. */
    private function exchange(?array $words, ?Closure $shape, bool $answered = true): mixed
    {
        $this->enter();
        try {
            if (!$this->isReady($words !== null)) {
                return false;
            }
            if ($words !== null) {
                $this->connection->send($words);
                if (!$answered) {
                    return true;
                }
                if ($this->deferred) {
                    $this->pending[] = $shape;
                    return true;
                }
            }
            return $this->take($this->connection->read(), $shape);
        } catch (Failure $failure) {
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } catch (Throwable $thrown) {
            $this->drop();  // the reply would be taken for that of the next command
            throw $thrown;
        } finally {
            $this->leave();
        }
    }

    private function take(mixed $reply, ?Closure $shape): mixed
    {
        if ($reply === false && $this->connection->error !== null) {
            $error = $this->connection->error;
            $type = str_starts_with($error, 'NOAUTH') ? SWOOLE_REDIS_ERR_NOAUTH : SWOOLE_REDIS_ERR_OTHER;
            $this->fail($type, Failure::INVALID, $error);
            return false;
        }
        if ($this->errType !== 0) {
            $this->fail(0, 0, '');
        }
        if ($this->subscribed && ($reply[0] === 'unsubscribe' || $reply[0] === 'punsubscribe')) {
            $this->subscribed = $reply[2] !== 0;
        }
        return $shape === null ? $reply : $shape($reply);
    }

    /** Connects again what was closed, unless replies are lost with it. */
    private function isReady(bool $may_connect): bool
    {
        if ($this->connection !== null && !$this->connection->isOver()) {
            return true;
        }
        if ($this->connection !== null && ($this->pending !== [] || !$may_connect)) {
            throw new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
        }
        $this->drop();
        if ($this->host === '') {
            trigger_error('Swoole\Coroutine\Redis: The host is empty', E_USER_WARNING);
            throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'The host is empty');
        }
        if ($this->attempts >= $this->setting['reconnect']) {
            $this->fail(SWOOLE_REDIS_ERR_CLOSED, $this->errCode ?: Failure::RESET, 'The connection is closed');
            return false;
        }
        return $this->reach();
    }

    private function reach(): bool
    {
        try {
            $this->connection = Connection::open($this->host, $this->port, $this->setting['connect_timeout']);
            $this->tune();
            $this->greet();
        } catch (Failure $failure) {
            ++$this->attempts;
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } catch (Throwable $thrown) {
            $this->drop();
            throw $thrown;
        }
        $this->sock = $this->connection->id();
        $this->connected = true;
        $this->attempts = 0;
        $this->fail(0, 0, '');
        return true;
    }

    private function greet(): void
    {
        $greeting = $this->password === '' ? [] : [['AUTH', $this->password]];
        if ($this->database !== 0) {
            $greeting[] = ['SELECT', $this->database];
        }
        foreach ($greeting as $words) {
            $this->connection->send($words);
            $this->connection->read();
            if ($this->connection->error !== null) {
                throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $this->connection->error);
            }
        }
    }

    private function tune(): void
    {
        if ($this->connection === null) {
            return;
        }
        $this->connection->limit($this->setting['timeout']);
        $this->connection->serialized = $this->setting['serialize'];
        $this->connection->nil = $this->compatible ? false : null;
    }

    private function drop(): void
    {
        $this->connection?->close();
        $this->connection = null;
        [$this->sock, $this->connected, $this->subscribed, $this->pending] = [-1, false, false, []];
    }

    private function fail(int $type, int $code, string $message): void
    {
        [$this->errType, $this->errCode, $this->errMsg] = [$type, $code, $message];
    }

    private function enter(): void
    {
        $id = Coroutine::getCid();
        if ($id < 0) {
            throw new Error('API must be called in the coroutine');
        }
        if ($this->user !== 0) {
            throw new \Swoole\Error("Coroutine #$this->user uses this Redis already: coroutine #$id cannot");
        }
        $this->user = $id;
        $this->before = cooperate();
    }

    private function leave(): void
    {
        uncooperate($this->before);
        $this->user = 0;
    }
}
)PHP"sv},
{"swoole\\coroutine\\scheduler", "tern:/library/Coroutine/Scheduler.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

/** Collects functions and then runs them as coroutines, as Swoole\Coroutine\run() runs one. */
final class Scheduler
{
    /** @var list<array{callable, array}> functions with their arguments */
    private array $tasks = [];
    private ?array $options = null;

    /**
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function add(callable $fn, mixed ...$args): bool
    {
        $this->tasks[] = [$fn, $args];
        return true;
    }

    /**
     * The same function in several coroutines.
     *
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function parallel(int $n, callable $fn, mixed ...$args): bool
    {
        for ($i = 0; $i < $n; ++$i) {
            $this->tasks[] = [$fn, $args];
        }
        return true;
    }

    /** As Swoole\Coroutine::set(). */
    public function set(array $options): void
    {
        Coroutine::set($options);
        $this->options = $options + ($this->options ?? []);
    }

    /** @return array|null what was given to set(); null: nothing */
    public function getOptions(): ?array
    {
        return $this->options;
    }

    /**
     * Runs what was added, and waits until it and everything that it started has ended.
     *
     * @return bool false, with a warning, where Swoole\Coroutine\run() cannot run or nothing was added
     */
    public function start(): bool
    {
        if ($this->tasks === []) {
            trigger_error('A Scheduler without coroutines has nothing to start', E_USER_WARNING);
            return false;
        }
        return run(function () {
            [$tasks, $this->tasks] = [$this->tasks, []];
            foreach ($tasks as [$fn, $args]) {
                Coroutine::create($fn, ...$args);
            }
        });
    }
}
)PHP"sv},
{"swoole\\coroutine\\server", "tern:/library/Coroutine/Server.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\Server\Connection;
use Swoole\Exception;
use ValueError;

/**
 * A server within coroutines: each connection gets a coroutine of its own. It may be made, started and shut down at any
 * time, many times, and several in one process.
 */
final class Server
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
    /** @var array what set() was given */
    public $setting = [];

    protected bool $running = false;
    /** @var callable|null */
    protected $fn;
    protected Socket $socket;

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
        $this->port = $this->type === AF_UNIX ? 0 : $this->socket->getsockname()['port'];
        $this->fd = $this->socket->fd;
    }

    /**
     * How the bytes of connections are cut into packets, and what they are encrypted with: see Socket::setProtocol(). Holds for connections from here on.
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

    /** Ends start(). Connections that are there go on. */
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
                if (!$this->ssl || $client->sslHandshake()) {
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
)PHP"sv},
{"swoole\\coroutine\\server\\connection", "tern:/library/Coroutine/Server/Connection.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Server;

use Swoole\Coroutine\Socket;

/** One connection of a Swoole\Coroutine\Server. */
final class Connection
{
    public function __construct(protected Socket $socket)
    {
    }

    /**
     * The next packet, or what has arrived where the server cuts nothing into packets. Suspends.
     *
     * @param float $timeout seconds; -1: no limit, 0: the socket's own
     * @return string|false '': the client has closed the connection; false: see exportSocket()->errCode
     */
    public function recv(float $timeout = 0): string|false
    {
        return $this->socket->recvPacket($timeout);
    }

    /**
     * Sends all of it. Suspends.
     *
     * @return int|false how many bytes; false: see exportSocket()->errCode
     */
    public function send(string $data): int|false
    {
        return $this->socket->sendAll($data);
    }

    public function close(): bool
    {
        return $this->socket->isClosed() || $this->socket->close();
    }

    public function exportSocket(): Socket
    {
        return $this->socket;
    }
}
)PHP"sv},
{"swoole\\coroutine\\waitgroup", "tern:/library/Coroutine/WaitGroup.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use BadMethodCallException;
use InvalidArgumentException;
use Tern\Internal\Latch;

/** Counts work that others do, and lets coroutines wait until all of it is done. */
class WaitGroup
{
    private int $count = 0;
    private ?Latch $latch = null;

    /** @param int $delta work that is under way already */
    public function __construct(int $delta = 0)
    {
        $this->add($delta);
    }

    /**
     * More work, or less.
     *
     * @throws InvalidArgumentException if the count would become negative
     * @throws BadMethodCallException while someone waits
     */
    public function add(int $delta = 1): void
    {
        if ($this->latch?->isWaitedFor()) {
            throw new BadMethodCallException('A WaitGroup cannot take more work while a coroutine waits for it');
        }
        if ($this->count + $delta < 0) {
            throw new InvalidArgumentException("The count of a WaitGroup cannot become negative: $this->count + $delta");
        }
        $this->count += $delta;
    }

    /**
     * A piece of work is done. With the last one, those who wait go on, at once.
     *
     * @throws BadMethodCallException if there is no work
     */
    public function done(): void
    {
        if ($this->count === 0) {
            throw new BadMethodCallException('A WaitGroup without work cannot have more of it done');
        }
        if (--$this->count > 0 || $this->latch === null) {
            return;
        }
        [$latch, $this->latch] = [$this->latch, null];
        $latch->open();
    }

    /**
     * Waits until all work is done. Several coroutines may wait. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled: swoole_last_error() says which
     */
    public function wait(float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->latch ??= new Latch();
        return $this->latch->wait($timeout);
    }

    public function count(): int
    {
        return $this->count;
    }
}
)PHP"sv},
{"swoole\\database\\detectslostconnections", "tern:/library/Database/DetectsLostConnections.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Database;
use Throwable;

/** Tells by an exception that the connection is lost. */
class DetectsLostConnections
{
    public static function causedByLostConnection(Throwable $e): bool
    {
        return Database::isConnectionLost($e);
    }
}
)PHP"sv},
{"swoole\\database\\mysqliconfig", "tern:/library/Database/MysqliConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Internal\SqlConfig;

/** Where a MysqliPool connects to. */
class MysqliConfig
{
    use SqlConfig;
}
)PHP"sv},
{"swoole\\database\\mysqliexception", "tern:/library/Database/MysqliException.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Exception;

/** A MysqliPool cannot connect, or a call failed after its connection was lost. */
class MysqliException extends Exception
{
}
)PHP"sv},
{"swoole\\database\\mysqlipool", "tern:/library/Database/MysqliPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use Swoole\ConnectionPool;

/** Connections of mysqli, which connect again when they are lost. */
class MysqliPool extends ConnectionPool
{
    protected MysqliConfig $config;

    public function __construct(MysqliConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => self::connect($config), $size, MysqliProxy::class);
    }

    private static function connect(MysqliConfig $config): mysqli
    {
        $mysqli = new mysqli();
        foreach ($config->getOptions() as $option => $value) {
            $mysqli->options($option, $value);
        }
        $socket = $config->getUnixSocket();
        $done = $mysqli->real_connect(
            $socket === '' ? $config->getHost() : 'localhost',
            $config->getUsername(),
            $config->getPassword(),
            $config->getDbname(),
            $config->getPort(),
            $socket === '' ? null : $socket,
        );
        if (!$done) {
            throw new MysqliException((string) $mysqli->connect_error, $mysqli->connect_errno);
        }
        $mysqli->set_charset($config->getCharset());
        return $mysqli;
    }
}
)PHP"sv},
{"swoole\\database\\mysqliproxy", "tern:/library/Database/MysqliProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;

/** A mysqli object that connects again, once a call, when its connection is lost and no transaction with it. */
class MysqliProxy extends ObjectProxy
{
    public const IO_ERRORS = [2002, 2006, 2013, 4031];
    private const BEGINS = ['begin_transaction' => true, 'commit' => false, 'rollback' => false];

    /** @var mysqli */
    protected $__object;
    /** @var callable */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    private bool $in_transaction = false;
    private bool $autocommit = true;
    private ?string $charset = null;

    /** @param callable $constructor returns a new mysqli */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($constructor());
    }

    public function __call(string $name, array $arguments)
    {
        $result = $this->attempt(fn() => $this->__object->{$name}(...$arguments), fn() => $this->__object->errno);
        $lower = strtolower($name);
        $this->in_transaction = self::BEGINS[$lower] ?? $this->in_transaction;
        match ($lower) {
            'autocommit' => $this->autocommit = (bool) $arguments[0],
            'set_charset' => $this->charset = $arguments[0],
            default => null,
        };
        return $result instanceof mysqli_stmt ? new MysqliStatementProxy($result, $arguments[0] ?? null, $this) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
     * @param callable $errno the number of the error, where errors are not exceptions
     */
    public function attempt(callable $call, callable $errno): mixed
    {
        $thrown = null;
        try {
            $result = $call();
            $lost = $result === false && in_array($errno(), self::IO_ERRORS, true);
        } catch (mysqli_sql_exception $thrown) {
            $lost = in_array($thrown->getCode(), self::IO_ERRORS, true);
        }
        if (!$lost) {
            return $thrown === null ? $result : throw $thrown;
        }
        $again = !$this->in_transaction && $this->autocommit;
        $this->reconnect();  // what the transaction did is gone, and the program is told
        return $again ? $call() : ($thrown === null ? $result : throw $thrown);
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = ($this->constructor)();
        ++$this->round;
        $this->in_transaction = false;
        if (!$this->autocommit) {
            $this->__object->autocommit(false);
        }
        if ($this->charset !== null) {
            $this->__object->set_charset($this->charset);
        }
    }
}
)PHP"sv},
{"swoole\\database\\mysqlistatementproxy", "tern:/library/Database/MysqliStatementProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli_stmt;
use Tern\Internal\KeptSettings;

/** A statement of a MysqliProxy: prepared anew, with its bindings, when its connection is another one. */
class MysqliStatementProxy extends ObjectProxy
{
    use KeptSettings;

    /** @var mysqli_stmt */
    protected $__object;
    /** @var string|null */
    protected $queryString;
    /** @var MysqliProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;

    public function __construct(mysqli_stmt $object, ?string $queryString, MysqliProxy $parent)
    {
        parent::__construct($object);
        $this->queryString = $queryString;
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
    }

    public function __call(string $name, array $arguments)
    {
        if (strcasecmp($name, 'execute') !== 0 || $this->queryString === null) {
            return $this->__object->{$name}(...$arguments);
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            return $this->__object->execute(...$arguments);
        }, fn() => $this->__object->errno);
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $this->__object = $this->parent->__getObject()->prepare($this->queryString);
        $this->applyAll();
        $this->parentRound = $this->parent->getRound();
    }

    public function attr_set($attr, $mode): bool
    {
        return $this->keep("attribute $attr", static fn(mysqli_stmt $to) => $to->attr_set($attr, $mode));
    }

    public function bind_param($types, &...$arguments): bool
    {
        return $this->keep('parameters', static fn(mysqli_stmt $to) => $to->bind_param($types, ...$arguments));
    }

    public function bind_result(&...$arguments): bool
    {
        return $this->keep('results', static fn(mysqli_stmt $to) => $to->bind_result(...$arguments));
    }
}
)PHP"sv},
{"swoole\\database\\objectproxy", "tern:/library/Database/ObjectProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Error;

/** A connection or a statement that may be replaced by a new one when it is lost. */
class ObjectProxy extends \Swoole\ObjectProxy
{
    public function __clone()
    {
        throw new Error('Trying to clone an uncloneable database proxy object');
    }
}
)PHP"sv},
{"swoole\\database\\pdoconfig", "tern:/library/Database/PDOConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use Tern\Internal\SqlConfig;

/** Where a PDOPool connects to. */
class PDOConfig
{
    use SqlConfig;

    public const DRIVER_MYSQL = 'mysql';

    protected string $driver = self::DRIVER_MYSQL;

    public function getDriver(): string
    {
        return $this->driver;
    }

    public function withDriver(string $driver): self
    {
        $this->driver = $driver;
        return $this;
    }

    /** @return string[] of this PHP */
    public static function getAvailableDrivers(): array
    {
        return PDO::getAvailableDrivers();
    }
}
)PHP"sv},
{"swoole\\database\\pdopool", "tern:/library/Database/PDOPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use Swoole\ConnectionPool;

/** Connections of PDO, which connect again when they are lost. */
class PDOPool extends ConnectionPool
{
    protected PDOConfig $config;

    public function __construct(PDOConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => new PDO(
            self::dsn($config),
            $config->getUsername(),
            $config->getPassword(),
            $config->getOptions(),
        ), $size, PDOProxy::class);
    }

    /**
     * @param float $timeout in seconds; 0 or less: no limit
     * @return PDOProxy|false false when the time was over
     */
    public function get(float $timeout = -1)
    {
        $pdo = parent::get($timeout);
        if ($pdo instanceof PDOProxy) {
            $pdo->reset();
        }
        return $pdo;
    }

    private static function dsn(PDOConfig $config): string
    {
        $driver = $config->getDriver();
        if ($driver === 'sqlite') {
            return "sqlite:{$config->getDbname()}";
        }
        $socket = $config->getUnixSocket();
        [$where, $charset] = match (true) {
            $driver !== 'mysql' => ["host={$config->getHost()};port={$config->getPort()}", null],
            $socket !== '' => ["unix_socket=$socket", $config->getCharset()],
            default => ["host={$config->getHost()};port={$config->getPort()}", $config->getCharset()],
        };
        return "$driver:$where;dbname={$config->getDbname()}" . ($charset === null ? '' : ";charset=$charset");
    }
}
)PHP"sv},
{"swoole\\database\\pdoproxy", "tern:/library/Database/PDOProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use PDOException;
use PDOStatement;

/** A PDO object that connects again, once a call, when its connection is lost and no transaction with it. */
class PDOProxy extends ObjectProxy
{
    /** @var PDO */
    protected $__object;
    /** @var callable */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    /** It was lost within a transaction: the program knows, and starts anew. */
    private bool $lost = false;
    /** @var array<int, mixed> as the program set them */
    private array $attributes = [];

    /** @param callable $constructor returns a new PDO */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($this->connect());
    }

    public function __call(string $name, array $arguments)
    {
        $result = $this->attempt(fn() => $this->__object->{$name}(...$arguments));
        return $result instanceof PDOStatement ? new PDOStatementProxy($result, $this, $arguments[1] ?? []) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
     */
    public function attempt(callable $call): mixed
    {
        if ($this->lost) {
            $this->reconnect();
        }
        $in_transaction = $this->__object->inTransaction();
        try {
            return $call();
        } catch (PDOException $error) {
            if (!DetectsLostConnections::causedByLostConnection($error)) {
                throw $error;
            }
            if ($in_transaction) {
                $this->lost = true;
                throw $error;
            }
        }
        $this->reconnect();
        return $call();
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = $this->connect();
        ++$this->round;
        $this->lost = false;
    }

    private function connect(): PDO
    {
        $pdo = ($this->constructor)();
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ($this->attributes as $attribute => $value) {
            $pdo->setAttribute($attribute, $value);
        }
        return $pdo;
    }

    public function setAttribute(int $attribute, $value): bool
    {
        $this->attributes[$attribute] = $value;
        return $this->__object->setAttribute($attribute, $value);
    }

    public function inTransaction(): bool
    {
        return !$this->lost && $this->__object->inTransaction();
    }

    /** Before someone else has it. */
    public function reset(): void
    {
    }
}
)PHP"sv},
{"swoole\\database\\pdostatementproxy", "tern:/library/Database/PDOStatementProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Iterator;
use IteratorAggregate;
use PDO;
use PDOStatement;
use Tern\Internal\KeptSettings;

/** A statement of a PDOProxy: prepared anew, with its bindings and settings, when its connection is another one. */
class PDOStatementProxy extends ObjectProxy implements IteratorAggregate
{
    use KeptSettings;

    /** @var PDOStatement */
    protected $__object;
    /** @var PDOProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;
    private array $options;

    public function __construct(PDOStatement $object, PDOProxy $parent, mixed $options = [])
    {
        parent::__construct($object);
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
        $this->options = is_array($options) ? $options : [];
    }

    public function __call(string $name, array $arguments)
    {
        if (strcasecmp($name, 'execute') !== 0) {
            return $this->__object->{$name}(...$arguments);  // results of a lost connection are lost
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            return $this->__object->execute(...$arguments);
        });
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $this->__object = $this->parent->__getObject()->prepare($this->__object->queryString, $this->options);
        $this->applyAll();
        $this->parentRound = $this->parent->getRound();
    }

    public function getIterator(): Iterator
    {
        return $this->__object->getIterator();
    }

    public function setAttribute(int $attribute, $value): bool
    {
        return $this->keep("attribute $attribute", static fn(PDOStatement $to) => $to->setAttribute($attribute, $value));
    }

    public function setFetchMode(int $mode, ...$params): bool
    {
        return $this->keep('fetch mode', static fn(PDOStatement $to) => $to->setFetchMode($mode, ...$params));
    }

    public function bindParam($parameter, &$variable, int $data_type = PDO::PARAM_STR, int $length = 0, $driver_options = null): bool
    {
        return $this->keep("parameter $parameter", static function (PDOStatement $to) use ($parameter, &$variable, $data_type, $length, $driver_options) {
            return $to->bindParam($parameter, $variable, $data_type, $length, $driver_options);
        });
    }

    public function bindColumn($column, &$param, ?int $type = null, int $maxlen = 0, $driverdata = null): bool
    {
        return $this->keep("column $column", static function (PDOStatement $to) use ($column, &$param, $type, $maxlen, $driverdata) {
            return $to->bindColumn($column, $param, $type ?? PDO::PARAM_STR, $maxlen, $driverdata);
        });
    }

    public function bindValue($parameter, $value, int $data_type = PDO::PARAM_STR): bool
    {
        return $this->keep("parameter $parameter", static fn(PDOStatement $to) => $to->bindValue($parameter, $value, $data_type));
    }
}
)PHP"sv},
{"swoole\\database\\redisconfig", "tern:/library/Database/RedisConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

/** Where a RedisPool connects to. */
class RedisConfig
{
    protected string $host = '127.0.0.1';
    protected int $port = 6379;
    protected float $timeout = 0.0;
    protected string $reserved = '';
    protected int $retryInterval = 0;
    protected float $readTimeout = 0.0;
    protected mixed $auth = '';
    protected int $dbIndex = 0;
    protected array $options = [];

    public function getHost(): string
    {
        return $this->host;
    }

    public function withHost(string $host): self
    {
        $this->host = $host;
        return $this;
    }

    public function getPort(): int
    {
        return $this->port;
    }

    public function withPort(int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function getTimeout(): float
    {
        return $this->timeout;
    }

    public function withTimeout(float $timeout): self
    {
        $this->timeout = $timeout;
        return $this;
    }

    public function getReserved(): string
    {
        return $this->reserved;
    }

    public function withReserved(string $reserved): self
    {
        $this->reserved = $reserved;
        return $this;
    }

    public function getRetryInterval(): int
    {
        return $this->retryInterval;
    }

    public function withRetryInterval(int $retryInterval): self
    {
        $this->retryInterval = $retryInterval;
        return $this;
    }

    public function getReadTimeout(): float
    {
        return $this->readTimeout;
    }

    public function withReadTimeout(float $readTimeout): self
    {
        $this->readTimeout = $readTimeout;
        return $this;
    }

    public function getAuth(): mixed
    {
        return $this->auth;
    }

    public function withAuth(mixed $auth): self
    {
        $this->auth = $auth;
        return $this;
    }

    public function getDbIndex(): int
    {
        return $this->dbIndex;
    }

    public function withDbIndex(int $dbIndex): self
    {
        $this->dbIndex = $dbIndex;
        return $this;
    }

    public function getOptions(): array
    {
        return $this->options;
    }

    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }
}
)PHP"sv},
{"swoole\\database\\redispool", "tern:/library/Database/RedisPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Redis;
use RuntimeException;
use Swoole\ConnectionPool;

/** Connections of the redis extension, which connects again by itself. */
class RedisPool extends ConnectionPool
{
    protected RedisConfig $config;

    public function __construct(RedisConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => self::connect($config), $size);
    }

    private static function connect(RedisConfig $config): Redis
    {
        if (!class_exists(Redis::class)) {
            throw new RuntimeException('RedisPool needs the redis extension (package php-redis)');
        }
        $redis = new Redis();
        $redis->connect(
            $config->getHost(),
            $config->getPort(),
            $config->getTimeout(),
            null,
            $config->getRetryInterval(),
            $config->getReadTimeout(),
        );
        foreach ($config->getOptions() as $option => $value) {
            $redis->setOption($option, $value);
        }
        if (!in_array($config->getAuth(), ['', [], null], true)) {
            $redis->auth($config->getAuth());
        }
        if ($config->getDbIndex() !== 0) {
            $redis->select($config->getDbIndex());
        }
        return $redis;
    }
}
)PHP"sv},
{"swoole\\objectproxy", "tern:/library/ObjectProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole;

use TypeError;

/** An object in the place of another one: properties and methods are that one's. */
class ObjectProxy
{
    /** @var object */
    protected $__object;

    public function __construct($object)
    {
        if (!is_object($object)) {
            throw new TypeError('Non-object given');
        }
        $this->__object = $object;
    }

    public function __getObject()
    {
        return $this->__object;
    }

    public function __get(string $name)
    {
        return $this->__object->{$name};
    }

    public function __set(string $name, $value): void
    {
        $this->__object->{$name} = $value;
    }

    public function __isset($name)
    {
        return isset($this->__object->{$name});
    }

    public function __unset(string $name): void
    {
        unset($this->__object->{$name});
    }

    public function __call(string $name, array $arguments)
    {
        return $this->__object->{$name}(...$arguments);
    }

    public function __invoke(...$arguments)
    {
        return ($this->__object)(...$arguments);
    }
}
)PHP"sv},
{"swoole\\process\\manager", "tern:/library/Process/Manager.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Process;

use function Swoole\Coroutine\run;

/** A pool of processes that each run a function of their own, and run it again when it ends. */
class Manager
{
    /** @var Pool|null since start() */
    protected $pool;
    /** @var int */
    protected $ipcType;
    /** @var int */
    protected $msgQueueKey;
    /** @var array */
    protected $startFuncMap = [];

    /**
     * @param int $ipcType SWOOLE_IPC_NONE or SWOOLE_IPC_UNIXSOCK: see Pool
     * @param int $msgQueueKey
     */
    public function __construct(int $ipcType = SWOOLE_IPC_NONE, int $msgQueueKey = 0)
    {
        $this->setIPCType($ipcType)->setMsgQueueKey($msgQueueKey);
    }

    /**
     * One process more.
     *
     * @param callable $func fn (Pool $pool, int $workerId)
     * @param bool $enableCoroutine it runs in a coroutine, with hooks on
     */
    public function add(callable $func, bool $enableCoroutine = false): self
    {
        return $this->addBatch(1, $func, $enableCoroutine);
    }

    /** Several that run the same. */
    public function addBatch(int $workerNum, callable $func, bool $enableCoroutine = false): self
    {
        for ($i = 0; $i < $workerNum; $i++) {
            $this->startFuncMap[] = [$func, $enableCoroutine];
        }
        return $this;
    }

    /** Returns when the pool was shut down. */
    public function start(): void
    {
        $this->pool = new Pool(count($this->startFuncMap), $this->ipcType, $this->msgQueueKey, false);
        $all = $this->startFuncMap;
        $this->pool->on('workerStart', static function (Pool $pool, int $workerId) use ($all): void {
            [$func, $inCoroutine] = $all[$workerId];
            $inCoroutine ? run($func, $pool, $workerId) : $func($pool, $workerId);
        });
        $this->pool->start();
    }

    public function setIPCType(int $ipcType): self
    {
        $this->ipcType = $ipcType;
        return $this;
    }

    public function getIPCType(): int
    {
        return $this->ipcType;
    }

    public function setMsgQueueKey(int $msgQueueKey): self
    {
        $this->msgQueueKey = $msgQueueKey;
        return $this;
    }

    public function getMsgQueueKey(): int
    {
        return $this->msgQueueKey;
    }
}
)PHP"sv},
{"swoole\\process\\pool", "tern:/library/Process/Pool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Process;

use Closure;
use Swoole\Coroutine;
use Swoole\Exception;
use Swoole\Process;
use Tern\Internal\ProcessPool\Receiver;
use Tern\Internal\Supervisor;
use ValueError;

/**
 * Worker processes and the master that keeps them running: who calls start(). A worker that ends is replaced, with a
 * pause when it fails again and again. The master takes signals: SIGTERM and SIGINT end the pool, SIGUSR1 replaces the
 * workers one by one. A worker that is to leave gets a SIGTERM, and is killed when max_wait_time is over.
 */
class Pool
{
    private const EVENTS = ['start', 'shutdown', 'workerstart', 'workerstop', 'workerexit', 'message'];

    /** @var int 0 before start() */
    public $master_pid = 0;
    /** @var int|null in a worker */
    public $workerPid;
    /** @var int -1 in the master */
    public $workerId = -1;
    /** @var bool whether this worker is to go on, as far as it was told: without coroutines, that is by stop(); null in the master */
    public $workerRunning;
    /** @var array|null the Process objects that getProcess() gave */
    public $workers;

    private array $callbacks = [];
    private array $settings = ['enable_coroutine' => false, 'max_package_size' => 2097152, 'max_wait_time' => 3];
    private ?Supervisor $supervisor = null;
    private ?Receiver $receiver = null;
    private array $processes = [];

    /**
     * @param int $worker_num 1 to 4096
     * @param int $ipc_type where the message event comes from: SWOOLE_IPC_NONE: nowhere; SWOOLE_IPC_UNIXSOCK: sendMessage()
     *  and getProcess()->write(); SWOOLE_IPC_MSGQUEUE: a queue of System V; SWOOLE_IPC_SOCKET: clients, see listen()
     * @param int $msgqueue_key of the queue; 0: a new one, which ends with the pool
     * @param bool $enable_coroutine callbacks run in coroutines
     */
    public function __construct(
        private int $worker_num,
        private int $ipc_type = SWOOLE_IPC_NONE,
        private int $msgqueue_key = 0,
        bool $enable_coroutine = false,
    ) {
        if ($worker_num < 1 || $worker_num > 4096) {
            throw new ValueError("worker_num must be between 1 and 4096, $worker_num given");
        }
        if ($ipc_type < SWOOLE_IPC_NONE || $ipc_type > SWOOLE_IPC_SOCKET) {
            throw new ValueError("ipc_type must be one of the SWOOLE_IPC_ constants, $ipc_type given");
        }
        $this->settings['enable_coroutine'] = $enable_coroutine;
    }

    /**
     * @param array $settings enable_coroutine (bool, false), max_package_size (bytes of a message of a client, 2 MB),
     *  max_wait_time (seconds that a worker has to leave, 3); enable_message_bus is accepted
     */
    public function set(array $settings): void
    {
        foreach ($settings as $name => $value) {
            if ($name === 'enable_message_bus') {
                continue;
            }
            if (!isset($this->settings[$name])) {
                trigger_error("Swoole\\Process\\Pool::set(): unknown option $name", E_USER_WARNING);
            } elseif ($name === 'enable_coroutine') {
                $this->settings[$name] = (bool) $value;
            } elseif (!is_numeric($value) || $value <= 0 || $value > 1 << 30) {
                throw new ValueError("$name must be a number above 0, " . get_debug_type($value) . ' given');
            } else {
                $this->settings[$name] = $value + 0;
            }
        }
    }

    /**
     * @param string $name start, shutdown: fn (Pool), in the master; workerStart, workerStop, workerExit: fn (Pool, int
     *  $workerId); message: fn (Pool, string $data). workerExit comes when a worker that runs coroutines is to leave.
     * @return bool false with a warning when the event is unknown
     */
    public function on(string $name, callable $callback): bool
    {
        if (!in_array(strtolower($name), self::EVENTS, true)) {
            trigger_error("Swoole\\Process\\Pool::on(): unknown event $name", E_USER_WARNING);
            return false;
        }
        $this->callbacks[strtolower($name)] = Closure::fromCallable($callback);
        return true;
    }

    /**
     * Where clients of SWOOLE_IPC_SOCKET connect. A client sends the length of its message (4 bytes, the highest first)
     * and the message; what write() was given comes back in the same form, and the connection ends.
     *
     * @param string $host an address, or unix:/path
     * @return bool false with a warning
     */
    public function listen(string $host, int $port = 0, int $backlog = 2048): bool
    {
        if ($this->ipc_type !== SWOOLE_IPC_SOCKET) {
            trigger_error('Swoole\\Process\\Pool::listen(): only pools of SWOOLE_IPC_SOCKET listen', E_USER_WARNING);
            return false;
        }
        $receiver = Receiver::atAddress($host, $port, $backlog);
        $this->receiver = $receiver ?? $this->receiver;
        return $receiver !== null;
    }

    /**
     * Supervises the workers until the pool is shut down.
     *
     * @return bool|null false when it could not start
     * @throws Exception when a callback or an address is missing
     */
    public function start()
    {
        $this->check();
        $this->prepare();
        $this->master_pid = getmypid();
        $this->supervisor = new Supervisor(
            $this->worker_num,
            $this->settings['enable_coroutine'],
            (float) $this->settings['max_wait_time'],
            $this->work(...),
            fn(int $id) => $this->call('workerstop', $id),
            function (int $id): void {
                $this->workerRunning = false;
                $this->call('workerexit', $id);
            },
            fn(string $name) => $this->call($name),
        );
        $done = $this->supervisor->run();
        $this->supervisor = null;
        $this->receiver?->close();
        return $done ? null : false;
    }

    /** In a worker: it ends when its callback returns or its coroutines end, and is replaced. */
    public function stop(): void
    {
        if ($this->workerId >= 0) {
            $this->workerRunning = false;
            $this->supervisor->leave();
        }
    }

    /**
     * Ends the pool, as SIGTERM does.
     *
     * @return bool false when it does not run
     */
    public function shutdown(): bool
    {
        return $this->supervisor?->shutdown() ?? false;
    }

    /**
     * In a worker: another one takes its place, and this one goes on without the pool, until its code ends.
     *
     * @return bool
     */
    public function detach(): bool
    {
        return $this->supervisor?->detach() ?? false;
    }

    /**
     * The process of a worker. Its read() and write() need SWOOLE_IPC_UNIXSOCK: to another worker they write what that
     * one reads.
     *
     * @param int $work_id -1: this one
     * @return Process|false
     */
    public function getProcess(int $work_id = -1)
    {
        $id = $work_id < 0 ? $this->workerId : $work_id;
        if ($this->supervisor === null || !isset($this->processes[$id])) {
            return false;
        }
        $process = $this->processes[$id];
        $process->pid = $this->supervisor->workerPid($id) ?: null;
        return $this->workers[$id] = $process;
    }

    /**
     * To a worker's message event, or its read(). Waits when it has many already.
     *
     * @return bool false with a warning unless the pool is of SWOOLE_IPC_UNIXSOCK
     */
    public function sendMessage(string $data, int $dst_worker_id): bool
    {
        if ($this->ipc_type !== SWOOLE_IPC_UNIXSOCK || !isset($this->processes[$dst_worker_id])) {
            trigger_error('Swoole\\Process\\Pool::sendMessage(): there is no such worker, or no SWOOLE_IPC_UNIXSOCK', E_USER_WARNING);
            return false;
        }
        return $this->processes[$dst_worker_id]->write($data) !== false;
    }

    /**
     * In the message event of a client: adds to the answer.
     *
     * @return bool false when there is no client
     */
    public function write(string $data): bool
    {
        return $this->receiver?->answer($data) ?? false;
    }

    private function check(): void
    {
        if (!isset($this->callbacks['workerstart']) && !isset($this->callbacks['message'])) {
            throw new Exception('a pool needs a callback for workerStart or message');
        }
        if ($this->ipc_type === SWOOLE_IPC_NONE && !isset($this->callbacks['workerstart'])) {
            throw new Exception('a pool without IPC needs a callback for workerStart');
        }
        if ($this->ipc_type === SWOOLE_IPC_SOCKET && $this->receiver === null) {
            throw new Exception('a pool of SWOOLE_IPC_SOCKET needs listen()');
        }
    }

    private function prepare(): void
    {
        $type = $this->ipc_type === SWOOLE_IPC_UNIXSOCK ? SOCK_DGRAM : 0;
        for ($id = 0; $id < $this->worker_num; $id++) {
            $this->processes[$id] = new Process(static fn() => null, false, $type);
            $this->processes[$id]->id = $id;
        }
        if ($this->ipc_type === SWOOLE_IPC_MSGQUEUE) {
            $this->receiver = Receiver::ofQueue($this->processes[0], $this->msgqueue_key);
        }
    }

    private function work(int $id): void
    {
        $this->workerId = $id;
        $this->workerPid = getmypid();
        $this->workerRunning = true;
        foreach ($this->processes as $number => $process) {
            $this->supervisor->adopt($process, $number === $id);
        }
        // Makes a loop of coroutines hear the master.
        $this->supervisor->wait(null, 0.001);
        if (!isset($this->callbacks['message']) || $this->ipc_type === SWOOLE_IPC_NONE) {
            $this->call('workerstart', $id);
            return;
        }
        if ($this->settings['enable_coroutine']) {
            Coroutine::create(fn() => $this->call('workerstart', $id));
        } else {
            $this->call('workerstart', $id);
        }
        $this->receiver ??= Receiver::ofProcess($this->processes[$id]);
        $this->receiver->run($this->supervisor, $this->settings, $this->handle(...));
    }

    private function handle(string $data): void
    {
        ($this->callbacks['message'])($this, $data);
    }

    private function call(string $name, int ...$arguments): void
    {
        if (isset($this->callbacks[$name])) {
            ($this->callbacks[$name])($this, ...$arguments);
        }
    }
}
)PHP"sv},
{"tern\\cache", "tern:/library/Tern/Cache.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use Countable;
use DateInterval;
use LogicException;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Internal\Latch;
use Tern\Internal\SharedCache;
use Throwable;

/**
 * A cache that all workers share: within a budget of bytes, what was not used for longest makes room. The methods have
 * the names of PSR-16. What a process was doing when it died is never half done: at worst, a part of the cache is empty.
 *
 *     $cache = new Tern\Cache(64 << 20);  // before the server starts
 *     $page = $cache->remember("page:$id", 60, fn () => render($id));
 *
 * Those that it inherits are told in Tern\Internal\SharedCache: get, has, set, add, delete, clear, increment, decrement,
 * stats.
 */
final class Cache extends SharedCache implements Countable
{
    private const FIRST_PAUSE = 0.001;
    private const LONGEST_PAUSE = 0.02;

    /** @var array<int, array{Latch, int}> by token: who waits in this process for what it makes itself, and which coroutine makes it */
    private array $making = [];
    /** @var array<string, Latch> by key: who waits behind the one that asks whether another process is done */
    private array $asking = [];
    /** The process that has them: a forked child has a copy. */
    private int $asker = 0;

    /**
     * The value, made by `$compute` where there is none: once, in one process, while everyone else who wants it waits. When
     * that fails with an exception, or its process dies, the next one makes it. A value that is set or deleted meanwhile is
     * not overwritten. Suspends, where it is called in a coroutine.
     *
     * @param null|int|float|DateInterval $ttl seconds, as for set()
     * @param callable(): mixed $compute may suspend
     * @throws LogicException if `$compute` wants the value that it makes
     * @throws CanceledException if the wait was cancelled
     */
    public function remember(string $key, null|int|float|DateInterval $ttl, callable $compute): mixed
    {
        $pause = self::FIRST_PAUSE;
        while (($token = $this->claim($key, $value)) !== 0) {
            if ($token < 0) {
                [$process, $of] = $value;
                if ($this->waitForOwn($key, $process, $of)) {
                    continue;
                }
                $token = $this->takeOver($key, $process, $of);
                if ($token === 0) {
                    $this->waitForOther($key, $pause);
                    $pause = min(2 * $pause, self::LONGEST_PAUSE);
                }
            }
            if ($token > 0) {
                return $this->make($key, $token, $ttl, $compute);
            }
        }
        return $value;
    }

    private function make(string $key, int $token, null|int|float|DateInterval $ttl, callable $compute): mixed
    {
        $this->making[$token] = [$latch = new Latch(), Coroutine::getCid()];
        try {
            $value = $compute();
            $this->fulfil($key, $token, $value, $ttl);
            return $value;
        } catch (Throwable $failure) {
            $this->giveUp($key, $token);
            throw $failure;
        } finally {
            unset($this->making[$token]);
            $latch->open();
        }
    }

    /** @return bool false: another process makes it */
    private function waitForOwn(string $key, int $process, int $token): bool
    {
        if (!$this->isOwn($process) || !isset($this->making[$token])) {
            return false;
        }
        [$latch, $id] = $this->making[$token];
        if ($id === Coroutine::getCid() || Coroutine::getCid() < 0) {
            throw new LogicException("The value of \"$key\" is being made: it cannot be waited for here");
        }
        self::goOn($latch->wait(0));
        return true;
    }

    /** Nothing tells when it is done: one asks for all of this process. */
    private function waitForOther(string $key, float $pause): void
    {
        if (Coroutine::getCid() < 0) {
            usleep((int) ($pause * 1e6));
            return;
        }
        if ($this->asker !== getmypid()) {
            [$this->asker, $this->asking] = [getmypid(), []];
        }
        if (isset($this->asking[$key])) {
            self::goOn($this->asking[$key]->wait(0));
            return;
        }
        $this->asking[$key] = $latch = new Latch();
        try {
            self::goOn(Coroutine::sleep($pause));
        } finally {
            unset($this->asking[$key]);
            $latch->open();
        }
    }

    private static function goOn(bool $waited): void
    {
        if (!$waited) {
            throw new CanceledException('The wait for a value of the cache was cancelled');
        }
    }

    /**
     * @param iterable<string> $keys
     * @return array<string, mixed> by key, in their order
     */
    public function getMultiple(iterable $keys, mixed $default = null): array
    {
        $values = [];
        foreach ($keys as $key) {
            $values[$key] = $this->get((string) $key, $default);
        }
        return $values;
    }

    /**
     * @param iterable<string, mixed> $values
     * @return bool false: one was too large
     */
    public function setMultiple(iterable $values, null|int|float|DateInterval $ttl = null): bool
    {
        $all = true;
        foreach ($values as $key => $value) {
            $all = $this->set((string) $key, $value, $ttl) && $all;
        }
        return $all;
    }

    /**
     * @param iterable<string> $keys
     * @return bool true
     */
    public function deleteMultiple(iterable $keys): bool
    {
        foreach ($keys as $key) {
            $this->delete((string) $key);
        }
        return true;
    }

    /** Entries, expired ones too until they are found. */
    public function count(): int
    {
        return $this->stats()['entries'];
    }
}
)PHP"sv},
{"tern\\database", "tern:/library/Tern/Database.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use mysqli_sql_exception;
use PDOException;
use PgSql\Connection;
use RedisException;
use Swoole\Coroutine;
use Throwable;
use ValueError;

/** What programs of every database need: transactions that are tried again, and what an exception means. */
final class Database
{
    private const DEADLOCK_CODES = [1205, 1213];
    private const DEADLOCK_STATES = ['40001', '40P01'];
    /** Of MySQL's client, of its server, of MariaDB's. */
    private const LOST_CODES = [2002, 2003, 2006, 2013, 2055, 1040, 1053, 1152, 1158, 1159, 1160, 1161, 1927, 3169, 4031];
    private const LOST_STATES = ['57P01', '57P02', '57P03', '57P05', '53300'];
    private const LOST_TEXTS = '/server closed the connection|no connection to the server|connection to server .* failed'
        . '|could not connect|terminating connection|the database system is (starting|shutting)|connection (was )?(lost|reset|refused|closed|timed out)'
        . '|gone away|went away|(read|write) error on connection|socket error on|broken pipe|unexpected eof|LOADING /i';

    /**
     * Runs a function in a transaction, and again when the database gave it up or the connection was lost: but not once it
     * may have been committed, wholly or in part. Suspends.
     *
     * @param callable $work gets the connection. It neither begins nor commits, and runs no statement that commits by
     *     itself (CREATE TABLE in MySQL): that is an exception at its end, and never tried again, unless PostgreSQL's
     *     connection was lost behind it, whose client does not know
     * @param int $attempts at most, 1 to 100
     * @param float $pause seconds before the second one, at random between half of it and all; twice that before the next
     * @return mixed what the function returned
     * @throws Throwable what the last attempt threw; a lost connection while committing is thrown at once, since nobody
     *     knows whether it was committed
     */
    public static function transaction(Pool $pool, callable $work, int $attempts = 3, float $pause = 0.02): mixed
    {
        if ($attempts < 1 || $attempts > 100) {
            throw new ValueError("Tern\Database::transaction(): Argument #3 (\$attempts) must be between 1 and 100, $attempts given");
        }
        for ($attempt = 1;; ++$attempt) {
            $again = true;
            try {
                return $pool->use(function (object $connection) use ($work, &$again) {
                    return self::attempt($connection, $work, $again);
                });
            } catch (Throwable $error) {
                if ($attempt === $attempts || !$again || !(self::isDeadlock($error) || self::isConnectionLost($error))) {
                    throw $error;
                }
            }
            $longest = $pause * 2 ** ($attempt - 1);
            Coroutine::sleep(max(0.001, $longest * (0.5 + mt_rand() / mt_getrandmax() / 2)));
        }
    }

    private static function attempt(object $connection, callable $work, bool &$again): mixed
    {
        self::say($connection, 'begin');
        try {
            $result = $work($connection);
        } finally {
            // What the client knows of it, also of a session that is gone.
            $again = !method_exists($connection, 'inTransaction') || $connection->inTransaction();
        }
        if (!$again) {
            throw new PoolException('The transaction was ended within: by commit(), rollBack() or a statement that commits');
        }
        try {
            self::say($connection, 'commit');
        } catch (Throwable $error) {
            $again = self::isDeadlock($error);
            throw $error;
        }
        return $result;
    }

    private static function say(object $connection, string $what): void
    {
        if ($connection instanceof Connection) {
            $done = pg_query($connection, $what);
        } else {
            $methods = $what === 'commit' ? ['commit'] : ['beginTransaction', 'begin_transaction', 'begin'];
            $known = array_values(array_filter($methods, fn(string $name) => is_callable([$connection, $name])));
            $done = $known === [] ? throw new PoolException('A ' . get_debug_type($connection) . ' knows no transactions')
                : $connection->{$known[0]}();
        }
        if ($done === false) {
            throw new PoolException("The $what failed");
        }
    }

    /** Whether the database gave up a transaction, or a lock, for another one: it may succeed when tried again. */
    public static function isDeadlock(Throwable $error): bool
    {
        return in_array(self::code($error), self::DEADLOCK_CODES, true)
            || in_array(self::state($error), self::DEADLOCK_STATES, true);
    }

    /** Whether the connection is lost, or there could be none because the server is not there (yet). */
    public static function isConnectionLost(Throwable $error): bool
    {
        return in_array(self::code($error), self::LOST_CODES, true) || in_array(self::state($error), self::LOST_STATES, true)
            || str_starts_with(self::state($error), '08') || preg_match(self::LOST_TEXTS, $error->getMessage()) === 1;
    }

    private static function code(Throwable $error): int
    {
        return match (true) {
            $error instanceof PDOException => (int) ($error->errorInfo[1] ?? $error->getCode()),
            $error instanceof mysqli_sql_exception => $error->getCode(),
            default => 0,
        };
    }

    private static function state(Throwable $error): string
    {
        return match (true) {
            $error instanceof PDOException => (string) ($error->errorInfo[0] ?? ''),
            $error instanceof mysqli_sql_exception => $error->getSqlState(),
            default => '',
        };
    }
}
)PHP"sv},
{"tern\\http\\eventstream", "tern:/library/Tern/Http/EventStream.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Http;

use Error;
use Swoole\Coroutine;
use Swoole\Event;
use Swoole\Http\Request;
use Swoole\Http\Response as Answer;
use Swoole\Timer;
use Tern\Internal\Latch;
use ValueError;
use WeakReference;
use function Tern\Internal\on_leave;

/**
 * Server-sent events (the HTML standard, 9.2) as the answer to a request: what an EventSource of a browser reads. Any number
 * of coroutines may send; each message goes out whole.
 *
 * It ends by close(), when the client goes away, when nobody holds it any more, and when its worker leaves: the browser
 * comes back then, with the id of the last message it saw, and finds the next worker.
 */
final class EventStream
{
    private const MOST_HEARTBEAT = 86400;

    /** @var array<int, WeakReference> the open ones of this worker, by spl_object_id() */
    private static array $streams = [];
    /** Whether leave() will be called; null: nobody has asked yet. */
    private static ?bool $stays = null;

    private readonly string $lastEventId;
    private readonly int $owner;
    private bool $open = false;
    private bool $writing = false;
    /** Opened when the write that is on its way has ended; null: nobody waits for that. */
    private ?Latch $written = null;
    private int $timer = 0;
    private int $sentAt = 0;

    /**
     * Sends the head: status 200 and what keeps caches and proxies from holding messages back. More fields are set before.
     *
     * @param Request|null $request for lastEventId(), and so that HEAD is answered with the head alone
     * @param float $heartbeat seconds without a message, at most a day, after which a comment is sent: proxies end what is
     *     silent, and a client that has vanished is found out; 0: none
     * @throws ValueError for another heartbeat
     * @throws Error when the response has sent its head, or has ended
     */
    public function __construct(private readonly Answer $response, ?Request $request = null, private readonly float $heartbeat = 15.0)
    {
        if (!($heartbeat >= 0 && $heartbeat <= self::MOST_HEARTBEAT)) {
            throw new ValueError(__METHOD__ . '(): Argument #3 ($heartbeat) must be between 0 and ' . self::MOST_HEARTBEAT
                . ", $heartbeat given");
        }
        $this->lastEventId = $request?->header['last-event-id'] ?? '';
        $this->owner = Coroutine::getCid();
        if (!@$response->header('Content-Type', 'text/event-stream')) {
            throw new Error(__METHOD__ . '(): the head of the response was sent, or it has ended');
        }
        $response->header('Cache-Control', 'no-store');
        $response->header('X-Accel-Buffering', 'no');
        $response->status(200);
        $this->begin($request?->getMethod() === 'HEAD');
    }

    /**
     * Sends a message. Suspends while the client takes nothing, and while another coroutine's message is sent.
     *
     * @param string $data text in UTF-8, of any number of lines
     * @param string|null $event its type, what addEventListener() of the browser is given; null: message
     * @param string|null $id what lastEventId() returns when the browser comes back
     * @return bool false when the stream has ended
     * @throws ValueError for a type or id with a line break, or an id with NUL
     */
    public function send(string $data, ?string $event = null, ?string $id = null): bool
    {
        $text = '';
        if ($event !== null) {
            $text .= 'event: ' . self::oneLine($event, "\r\n", '#2 ($event) must not have a line break') . "\n";
        }
        if ($id !== null) {
            $text .= 'id: ' . self::oneLine($id, "\r\n\0", '#3 ($id) must not have a line break or NUL') . "\n";
        }
        return $this->write($text . self::lines('data: ', $data));
    }

    /** Sends what browsers ignore. Suspends as send(). */
    public function comment(string $text): bool
    {
        return $this->write(self::lines(': ', $text));
    }

    /** Tells the browser how many milliseconds to wait before it comes back. Suspends as send(). */
    public function retry(int $ms): bool
    {
        if ($ms < 0) {
            throw new ValueError(__METHOD__ . "(): Argument #1 (\$ms) must be greater than or equal to 0, $ms given");
        }
        return $this->write("retry: $ms\n\n");
    }

    /** The id of the last message that the browser saw before it came back; '': it comes for the first time. */
    public function lastEventId(): string
    {
        return $this->lastEventId;
    }

    /** False once the client has gone, close() was called or the worker leaves. */
    public function isOpen(): bool
    {
        return $this->open;
    }

    /** Ends the answer. Browsers come back; what keeps them away is the status 204 instead of a stream. */
    public function close(): void
    {
        if (!$this->open) {
            return;
        }
        $this->open = false;
        unset(self::$streams[spl_object_id($this)]);
        if ($this->timer !== 0) {
            Timer::clear($this->timer);
        }
        if ($this->response->isWritable()) {
            $this->response->end();
        }
    }

    public function __destruct()
    {
        $this->close();
    }

    /** Each would end it for the other one. */
    private function __clone()
    {
    }

    private function begin(bool $headOnly): void
    {
        self::$stays ??= on_leave(self::leave(...));
        $weak = WeakReference::create($this);
        $this->open = Response::onAbort($this->response, static function () use ($weak): void {
            $weak->get()?->close();
        });
        if (!$this->write('')) {
            return;
        }
        if ($headOnly || !self::$stays) {
            $this->close();
            Event::defer($this->endHandler(...));
            return;
        }
        self::$streams[spl_object_id($this)] = $weak;
        if ($this->heartbeat > 0) {
            self::arm($weak, $this->heartbeat);
        }
    }

    private function write(string $text): bool
    {
        while ($this->open && $this->writing) {
            if (!($this->written ??= new Latch())->wait(-1)) {
                return false;
            }
        }
        if (!$this->open) {
            return false;
        }
        $this->writing = true;
        try {
            $this->sentAt = hrtime(true);
            $sent = $this->response->write($text);
        } finally {
            $this->writing = false;
            $written = $this->written;
            $this->written = null;
            $written?->open();
        }
        if (!$sent && !$this->response->isWritable()) {
            $this->close();
        }
        return $sent;
    }

    /** Does not hold the stream: that ends when the program lets go of it. */
    private static function arm(WeakReference $weak, float $seconds): void
    {
        $timer = Timer::after(max(1, (int) ceil($seconds * 1000)), static function () use ($weak): void {
            $weak->get()?->beat();
        });
        $weak->get()->timer = $timer;
    }

    private function beat(): void
    {
        $this->timer = 0;
        $silence = (hrtime(true) - $this->sentAt) / 1e9;
        // A write that waits has sent something.
        if (!$this->writing && $silence >= $this->heartbeat) {
            $this->write(":\n\n");
            $silence = 0;
        }
        if ($this->open) {
            self::arm(WeakReference::create($this), max($this->heartbeat - $silence, 0.001));
        }
    }

    private static function leave(): void
    {
        self::$stays = false;
        foreach (self::$streams as $weak) {
            $stream = $weak->get();
            $stream?->close();
            $stream?->endHandler();
        }
    }

    /** Whoever made the stream is told that it has ended as if the client had gone. */
    private function endHandler(): void
    {
        if ($this->owner > 0 && !ignore_user_abort()) {
            Coroutine::cancel($this->owner, true);
        }
    }

    private static function oneLine(string $text, string $refused, string $rule): string
    {
        if (strcspn($text, $refused) !== strlen($text)) {
            throw new ValueError(self::class . "::send(): Argument $rule in it");
        }
        return $text;
    }

    private static function lines(string $field, string $text): string
    {
        $text = str_replace(["\r\n", "\r"], "\n", $text);
        return $field . str_replace("\n", "\n$field", $text) . "\n\n";
    }
}
)PHP"sv},
{"tern\\internal\\admin\\answer", "tern:/library/Tern/Internal/Admin/Answer.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Server;
use function Tern\Internal\is_draining;
use function Tern\Internal\workers;

/** What the endpoints of the admin site answer. */
final class Answer
{
    private const SECRETS = ['admin_token', 'ssl_passphrase'];

    private readonly Questions $questions;

    public function __construct(private readonly Server $server)
    {
        $this->questions = new Questions($server);
    }

    public function health(): array
    {
        return ['status' => 'ok'];
    }

    /** Null: it serves. */
    public function unready(): ?string
    {
        if (is_draining()) {
            return 'draining';
        }
        foreach (workers() as $worker) {
            if ($worker['role'] === 'event' && ($worker['status'] === 'idle' || $worker['status'] === 'busy')) {
                return null;
            }
        }
        return 'starting';
    }

    public function stats(): array
    {
        $stats = $this->server->stats();
        $facts = [
            'version' => \phpversion('tern'),
            'php' => PHP_VERSION,
            'pid' => $this->server->master_pid,
            'time' => microtime(true),
            'uptime' => time() - (int) $stats['start_time'],
            'ready' => $this->unready() === null,
            'draining' => is_draining(),
            'addresses' => $this->addresses(),
        ];
        $workers = workers();
        usort($workers, fn(array $a, array $b) => [$a['id'], $a['started']] <=> [$b['id'], $b['started']]);
        return ['server' => $facts + $stats, 'workers' => $workers, 'metrics' => \Tern\Metrics::collect()];
    }

    /** @return array<int, array> rows of name, value, default, type, scope and doc */
    public function options(): array
    {
        $rows = [];
        foreach (\Tern\server_options() as $option) {
            if (!$option['supported']) {
                continue;
            }
            $name = $option['name'];
            $value = $this->server->setting[$name] ?? $option['default'];
            $rows[] = [
                'name' => $name,
                'value' => self::shown($name, $value),
                'default' => $option['default'],
                'type' => $option['type'],
                'scope' => $option['scope'],
                'doc' => $option['doc'],
            ];
        }
        return $rows;
    }

    /** @throws Refusal 404, 504 */
    public function coroutines(int $worker): array
    {
        return $this->questions->ask($worker)['coroutines'];
    }

    /** The requests in flight, the oldest first, and the workers that did not answer. */
    public function requests(): array
    {
        $requests = [];
        $silent = [];
        foreach ($this->questions->askAll() as $worker => $answer) {
            if ($answer instanceof Refusal) {
                $silent[] = ['worker' => $worker, 'error' => $answer->getMessage()] + $answer->more;
                continue;
            }
            foreach ($answer['coroutines'] as $one) {
                if ($one['request'] === null) {
                    continue;
                }
                $requests[] = ['worker' => $worker] + $one;
            }
        }
        usort($requests, fn(array $a, array $b) => $b['for_ms'] <=> $a['for_ms']);
        return ['requests' => $requests, 'silent' => $silent];
    }

    /** @throws Refusal */
    public function reload(array $body): array
    {
        $only_tasks = $body['only_tasks'] ?? false;
        if (!is_bool($only_tasks)) {
            throw new Refusal(400, 'only_tasks must be true or false');
        }
        if (is_draining()) {
            throw new Refusal(409, 'the server shuts down');
        }
        if ($only_tasks && ($this->server->setting['task_worker_num'] ?? 0) === 0) {
            throw new Refusal(409, 'there are no task workers');
        }
        $this->server->reload($only_tasks);
        return ['accepted' => true];
    }

    public function stop(): array
    {
        $this->server->shutdown();
        return ['accepted' => true];
    }

    /** @throws Refusal */
    public function drain(int $worker): array
    {
        $this->questions->find($worker);
        if (is_draining()) {
            throw new Refusal(409, 'the server shuts down');
        }
        $this->server->stop($worker);
        return ['accepted' => true];
    }

    private function addresses(): array
    {
        $addresses = [];
        foreach ($this->server->ports as $port) {
            $host = str_contains($port->host, ':') ? "[$port->host]" : $port->host;
            $addresses[] = str_starts_with($host, '/') ? "unix:$host" : "$host:$port->port";
        }
        return $addresses;
    }

    private static function shown(string $name, mixed $value): mixed
    {
        if (is_array($value)) {
            foreach ($value as $key => $one) {
                $value[$key] = self::shown((string) $key, $one);
            }
            return $value;
        }
        if (in_array($name, self::SECRETS, true)) {
            return $value === '' || $value === null ? '' : '***';
        }
        return is_scalar($value) || $value === null ? $value : get_debug_type($value);
    }
}
)PHP"sv},
{"tern\\internal\\admin\\answers", "tern:/library/Tern/Internal/Admin/Answers.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Server;
use Tern\Coroutine;
use function Tern\Internal\request_accounts;
use function Tern\Internal\requests;

/** What a worker tells the admin process about itself. */
final class Answers
{
    private const MOST = 1000;
    private const MOST_FRAMES = 64;
    private const ACCOUNT = ['cpu_ms' => true, 'waits_ms' => true, 'switches' => true, 'memory' => true];

    /** Its coroutines that wait, the oldest ones, and what each does. */
    public static function waiting(Server $server, string $message): string
    {
        $requests = requests();
        $accounts = request_accounts();
        $coroutines = [];
        foreach (Coroutine::listWaiting(self::MOST) as $one) {
            $coroutines[] = [
                'id' => $one['cid'],
                'parent' => $one['pcid'] > 0 ? $one['pcid'] : null,
                'waits_for' => $one['waits_for'],
                'for_ms' => $one['elapsed'],
                'stack' => array_map(self::line(...), array_slice($one['backtrace'], 0, self::MOST_FRAMES)),
                'request' => $requests[$one['cid']] ?? null,
                'account' => self::account($accounts[$one['cid']] ?? null),
            ];
        }
        return json_encode(['coroutines' => $coroutines], JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR);
    }

    /** What the request has cost so far. */
    private static function account(?array $account): ?array
    {
        if ($account === null) {
            return null;
        }
        $shown = array_intersect_key($account, self::ACCOUNT);
        $shown['waits_ms'] = (object) $shown['waits_ms'];
        return $shown;
    }

    private static function line(array $frame): string
    {
        $where = isset($frame['file']) ? "{$frame['file']}:{$frame['line']} " : '';
        return $where . ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'] . '()';
    }
}
)PHP"sv},
{"tern\\internal\\admin\\charts", "tern:/library/Tern/Internal/Admin/Charts.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** The charts of the admin page: plain SVG, the last two minutes. */
final class Charts
{
    public const JS = <<<'JS'
'use strict';
const POINTS = 120;
const WIDTH = 240;
const HEIGHT = 60;

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const draw = (tag, attributes = {}) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const number = (value) => value < 10 && value % 1 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
const bytes = (value) => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
};
const duration = (ms) => {
  if (ms < 0.1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const s = ms / 1000;
  if (s < 60) return `${s < 10 ? s.toFixed(1) : Math.floor(s)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
  return s < 86400 ? `${Math.floor(s / 3600)} h ${Math.floor(s / 60 % 60)} min` : `${Math.floor(s / 86400)} d ${Math.floor(s / 3600 % 24)} h`;
};

// The next 1, 2 or 5 times a power of ten, so that the scale does not jump with each point.
const rounded = (value, unit) => {
  const power = unit * 10 ** Math.floor(Math.log10(value / unit));
  for (const step of [1, 2, 5, 10]) if (value <= step * power) return step * power;
  return 10 * power;
};

class Chart {
  constructor(id, title, format, names, least, unit = 1) {
    Object.assign(this, { title, format, names, least, unit });
    this.series = names.map(() => []);
    this.times = [];
    this.values = names.map((name, index) => make('span', { class: names.length > 1 ? `value ${index ? 'two' : 'one'}` : 'value' }));
    this.svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
    for (const y of [0, HEIGHT / 2, HEIGHT]) this.svg.append(draw('line', { class: 'grid', x1: 0, x2: WIDTH, y1: y, y2: y }));
    this.area = draw('path', { class: 'area' });
    this.lines = names.map((_, index) => draw('path', { class: index ? 'line two' : 'line' }));
    this.cursor = draw('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' });
    this.svg.append(this.area, ...this.lines, this.cursor);
    this.most = make('span', { class: 'most' });
    this.when = make('span', {}, '2 min ago');
    this.element = make('article', { class: 'chart', id: `chart-${id}` }, make('h3', {}, title),
      make('div', { class: 'values' }, ...this.values), make('div', { class: 'plot' }, this.svg, this.most),
      make('div', { class: 'scale', 'aria-hidden': 'true' }, this.when, make('span', {}, 'now')));
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerleave', () => { this.pointed = null; this.show(); });
    this.show();
  }

  // One value for each series; null: nothing was measured.
  add(time, ...values) {
    this.times.push(time);
    if (this.times.length > POINTS) this.times.shift();
    this.series.forEach((one, index) => {
      one.push(values[index]);
      if (one.length > POINTS) one.shift();
    });
    if (this.pointed != null && this.times.length === POINTS) this.pointed = Math.max(0, this.pointed - 1);
    this.plot();
    this.show();
  }

  x(index) { return WIDTH - (this.times.length - 1 - index) * WIDTH / (POINTS - 1); }

  plot() {
    const top = rounded(Math.max(this.least, ...this.series.flat()), this.unit);
    this.most.textContent = this.format(top);
    this.series.forEach((one, index) => {
      let path = '';
      let down = false;
      one.forEach((value, at) => {
        if (value === null) { down = false; return; }
        path += `${down ? 'L' : 'M'}${this.x(at).toFixed(1)} ${(HEIGHT - value / top * HEIGHT).toFixed(1)}`;
        down = true;
      });
      this.lines[index].setAttribute('d', path);
    });
    const first = this.series[0];
    const filled = this.names.length === 1 && first.length > 1 && !first.includes(null);
    this.area.setAttribute('d', filled ? `${this.lines[0].getAttribute('d')}L${WIDTH} ${HEIGHT}L${this.x(0).toFixed(1)} ${HEIGHT}Z` : '');
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const from_right = (1 - (event.clientX - box.left) / box.width) * (POINTS - 1);
    const index = Math.round(this.times.length - 1 - from_right);
    this.pointed = index >= 0 && index < this.times.length ? index : null;
    this.show();
  }

  show() {
    const index = this.pointed ?? this.times.length - 1;
    const texts = this.series.map((one) => one[index] == null ? '–' : this.format(one[index]));
    this.values.forEach((value, at) => {
      value.replaceChildren(texts[at]);
      if (this.names[at]) value.append(make('small', {}, this.names[at]));
    });
    this.cursor.setAttribute('visibility', this.pointed == null ? 'hidden' : 'visible');
    if (this.pointed != null) {
      this.cursor.setAttribute('x1', this.x(index));
      this.cursor.setAttribute('x2', this.x(index));
    }
    this.when.textContent = this.pointed == null ? '2 min ago' : `${duration(this.times.at(-1) - this.times[index])} ago`;
    this.svg.setAttribute('aria-label', `${this.title}: ${texts.map((text, at) => `${this.names[at]} ${text}`.trim()).join(', ')}`);
  }
}

JS;
}
)PHP"sv},
{"tern\\internal\\admin\\page", "tern:/library/Tern/Internal/Admin/Page.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** The page of the admin site: one document, with its style and script inside. */
final class Page
{
    private static ?string $html = null;

    public static function html(): string
    {
        return self::$html ??= strtr(Skeleton::HTML, ['{style}' => Style::CSS, '{script}' => Charts::JS . Script::JS]);
    }

    /** @return array<string, string> nothing but what is in the page runs, and nobody else's page may hold it */
    public static function headers(): array
    {
        $hash = fn(string $text) => "'sha256-" . base64_encode(hash('sha256', $text, true)) . "'";
        $script = $hash(Charts::JS . Script::JS);
        $style = $hash(Style::CSS);
        return [
            'Content-Type' => 'text/html; charset=utf-8',
            'Content-Security-Policy' => "default-src 'none'; script-src $script; style-src $style; connect-src 'self'; "
                . "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            'Referrer-Policy' => 'no-referrer',
        ];
    }
}
)PHP"sv},
{"tern\\internal\\admin\\questions", "tern:/library/Tern/Internal/Admin/Questions.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Server;
use function Tern\Internal\workers;

/** Asks the workers, in the admin process. One that is stuck has one question in its box at a time. */
final class Questions
{
    private const PATIENCE_S = 1.0;
    private const USER_PROCESS = 256;  // only here: Server::command() knows no constant for them

    /** @var array<int, true> by worker */
    private array $unanswered = [];

    public function __construct(private readonly Server $server)
    {
    }

    /**
     * @return array its row of workers()
     * @throws Refusal 404
     */
    public function find(int $id): array
    {
        $found = null;
        foreach (workers() as $worker) {
            if ($worker['id'] !== $id || $worker['role'] === 'admin') {
                continue;
            }
            if ($found === null || $worker['status'] !== 'exiting') {
                $found = $worker;
            }
        }
        return $found ?? throw new Refusal(404, "there is no worker $id");
    }

    /**
     * @return array of Answers::waiting()
     * @throws Refusal 404, 504
     */
    public function ask(int $id): array
    {
        $worker = $this->find($id);
        if (isset($this->unanswered[$id])) {
            throw $this->silence($worker);
        }
        $answer = new Channel(1);
        $this->unanswered[$id] = true;
        Coroutine::create(function () use ($worker, $answer) {
            $answer->push($this->command($worker));
            unset($this->unanswered[$worker['id']]);
        });
        $result = $answer->pop(self::PATIENCE_S);
        return is_array($result) ? $result : throw $this->silence($worker);
    }

    /** @return array<int, array|Refusal> by worker, for all that have coroutines */
    public function askAll(): array
    {
        $ids = [];
        foreach (workers() as $worker) {
            if ($worker['role'] === 'event' || $worker['role'] === 'task') {
                $ids[$worker['id']] = true;
            }
        }
        ksort($ids);
        $answers = new Channel(count($ids) + 1);
        foreach ($ids as $id => $_) {
            Coroutine::create(function () use ($id, $answers) {
                try {
                    $answers->push([$id, $this->ask($id)]);
                } catch (Refusal $refusal) {
                    $answers->push([$id, $refusal]);
                }
            });
        }
        $all = [];
        foreach ($ids as $_) {
            [$id, $answer] = $answers->pop();
            $all[$id] = $answer;
        }
        ksort($all);
        return $all;
    }

    private function command(array $worker): mixed
    {
        $tasks = $worker['id'] - $this->server->setting['worker_num'];
        [$type, $id] = match ($worker['role']) {
            'event' => [SWOOLE_SERVER_COMMAND_EVENT_WORKER, $worker['id']],
            'task' => [SWOOLE_SERVER_COMMAND_TASK_WORKER, $tasks],
            'user' => [self::USER_PROCESS, $tasks - ($this->server->setting['task_worker_num'] ?? 0)],
        };
        return @$this->server->command('tern:waiting', $id, $type, null);
    }

    private function silence(array $worker): Refusal
    {
        $or = $worker['role'] === 'user' ? 'it runs outside of coroutines' : 'it starts or leaves';
        $why = "worker {$worker['id']} does not answer: its PHP code blocks it, or $or";
        return new Refusal(504, $why, [], ['blocked' => $this->find($worker['id'])['stuck']]);
    }
}
)PHP"sv},
{"tern\\internal\\admin\\refusal", "tern:/library/Tern/Internal/Admin/Refusal.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** Answered with its code and message, and never seen by the program. */
final class Refusal extends \Exception
{
    /** @param array<string, string> $headers */
    public function __construct(int $status, string $why, public readonly array $headers = [], public readonly array $more = [])
    {
        parent::__construct($why, $status);
    }
}
)PHP"sv},
{"tern\\internal\\admin\\script", "tern:/library/Tern/Internal/Admin/Script.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** What the admin page does. Whatever comes from clients of the server is shown as text, never as HTML. */
final class Script
{
    public const JS = <<<'JS'
const EVERY_MS = 1000;
const WINDOW = 10;  // polls that latencies are taken from
const LONG_MS = 5000;
const one = (id) => document.getElementById(id);
let token = sessionStorage.getItem('token');
let last = null;       // the stats before
let durations = [];    // buckets of the last polls
let draining = false;

const charts = [
  new Chart('requests', 'Requests per second', number, [''], 10),
  new Chart('latency', 'Latency of requests, last 10 s', duration, ['p50', 'p99'], 0.01),
  new Chart('connections', 'Connections', number, [''], 10),
  new Chart('coroutines', 'Coroutines', number, [''], 10),
  new Chart('memory', 'Memory of workers', bytes, ['resident', 'PHP heap'], 10 << 20, 1 << 20),
  new Chart('lag', 'Longest turn of a loop, last minute', duration, [''], 1),
];
one('charts').append(...charts.map((chart) => chart.element));

class Failure extends Error {
  constructor(status, answer) {
    super(answer.error ?? `the answer was ${status}`);
    Object.assign(this, { status, answer });
  }
}

async function ask(path, options = {}) {
  const sent = token;
  const headers = { 'X-Tern-Admin': '1', ...(sent && { Authorization: `Bearer ${sent}` }) };
  const response = await fetch(path, { ...options, headers, signal: AbortSignal.timeout(10000) });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) {
    if (token !== sent) return ask(path, options);  // this answer is about one that is no longer used
    await askToken(sent !== null);
  }
  throw new Failure(response.status, answer);
}

// --- dialogs

// The value of the button that was pressed; Escape has none. The close event would be too late: it may open again before.
const answered = (dialog) => new Promise((resolve) => {
  const over = new AbortController();
  const end = (value) => { over.abort(); resolve(value); };
  dialog.querySelector('form').addEventListener('submit', (event) => end(event.submitter?.value ?? ''), { signal: over.signal });
  dialog.addEventListener('cancel', () => end(''), { signal: over.signal });
  dialog.showModal();
});

async function askToken(wasWrong) {
  if (one('token').open) { await answered(one('token')); return; }
  token = null;
  sessionStorage.removeItem('token');
  if (wasWrong) one('token-why').textContent = 'That was not the admin_token of this server.';
  await answered(one('token'));
  if (!one('token-text').value) return;
  token = one('token-text').value;
  one('token-text').value = '';
  sessionStorage.setItem('token', token);
  one('forget').hidden = false;
}

async function confirmed(what, text, yes) {
  one('confirm-what').textContent = what;
  one('confirm-text').textContent = text;
  one('confirm-yes').textContent = yes;
  return await answered(one('confirm')) === 'yes';
}

function say(text, bad = false) {
  one('notice').hidden = !text;
  if (one('notice').textContent !== text) one('notice').textContent = text;
  one('notice').classList.toggle('bad', bad);
}

async function act(what, text, yes, path, body) {
  if (!await confirmed(what, text, yes)) return;
  try {
    await ask(path, { method: 'POST', body: body && JSON.stringify(body) });
    say(`${what}: under way.`);
  } catch (failure) {
    say(`${what}: ${failure.message}`, true);
  }
}

// --- in place: what has a key stays where it is, with the focus and what was opened

function sync(parent, rows, key, create, update) {
  const there = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const row of rows) {
    const id = String(key(row));
    const element = there.get(id) ?? create(row);
    there.delete(id);
    element.dataset.key = id;
    update(element, row);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of there.values()) gone.remove();
}

const write = (element, text) => { if (element.textContent !== String(text)) element.textContent = text; };

function cells(table) {
  const labels = [...document.querySelectorAll(`#${table} th`)].map((head) => head.textContent);
  return () => make('tr', {}, ...labels.map((label) => make('td', { 'data-label': label })));
}

// --- what is shown

const samples = (stats, name) => stats.metrics[name]?.samples ?? [];
const total = (list) => list.reduce((sum, value) => sum + value, 0);

// Of what was counted between two looks; null: nothing.
function quantile(before, after, share) {
  const bounds = Object.keys(after).map((key) => [key === '+Inf' ? Infinity : Number(key), key]).sort((a, b) => a[0] - b[0]);
  const counts = bounds.map(([, key]) => after[key] - (before[key] ?? 0));
  const all = counts.at(-1);
  if (!all) return null;
  const at = counts.findIndex((count) => count >= all * share);
  const below = at ? counts[at - 1] : 0;
  const from = at ? bounds[at - 1][0] : 0;
  const to = Number.isFinite(bounds[at][0]) ? bounds[at][0] : from;
  return 1000 * (from + (to - from) * (all * share - below) / (counts[at] - below || 1));
}

function showCharts(stats, time) {
  const workers = stats.workers.filter((worker) => worker.role !== 'admin');
  const count = total(samples(stats, 'tern_http_requests_total').map((sample) => sample.value));
  const buckets = samples(stats, 'tern_http_request_duration_seconds')[0]?.buckets ?? {};
  const rate = last && last.count <= count ? (count - last.count) * 1000 / (time - last.time) : null;
  const before = durations[0] ?? buckets;
  durations = [...durations, buckets].slice(-WINDOW);
  charts[0].add(time, rate);
  charts[1].add(time, quantile(before, buckets, 0.5), quantile(before, buckets, 0.99));
  charts[2].add(time, stats.server.connection_num);
  charts[3].add(time, total(workers.map((worker) => worker.coroutines)));
  charts[4].add(time, total(workers.map((worker) => worker.memory_rss)), total(workers.map((worker) => worker.memory_php)));
  charts[5].add(time, Math.max(0, ...workers.map((worker) => worker.loop_lag_ms)));
  return count;
}

function showServer(server) {
  draining = server.draining;
  const state = server.draining ? 'draining' : server.ready ? 'ready' : 'starting';
  one('state').className = `badge ${state}`;
  write(one('state'), state);
  write(one('facts'), `${server.addresses.join(', ')} · Tern ${server.version}, PHP ${server.php} · pid ${server.pid} · up ${duration(server.uptime * 1000)}`);
  document.title = `${server.addresses[0]} · tern`;
  one('reload-tasks').hidden = !server.task_worker_num;
  for (const id of ['reload', 'reload-tasks', 'stop']) one(id).disabled = server.draining;
}

const names = { event: 'Worker', task: 'Task worker', user: 'Process' };
const newRow = cells('workers');

function newWorker(worker) {
  const row = newRow();
  const acts = row.lastElementChild;
  acts.className = 'acts';
  const look = make('button', { type: 'button', 'aria-label': `Coroutines of worker ${worker.id}` }, 'Coroutines');
  look.addEventListener('click', () => showStacks(worker.id));
  acts.append(look);
  const drain = make('button', { type: 'button', 'aria-label': `Drain worker ${worker.id}` }, 'Drain');
  drain.addEventListener('click', () => act(`Drain worker ${worker.id}`,
    'A new process takes its place; the old one finishes its requests and leaves.', 'Drain', `/workers/${worker.id}/drain`));
  acts.append(drain);
  return row;
}

function showWorkers(stats, time) {
  const workers = stats.workers.filter((worker) => worker.role !== 'admin');
  write(one('workers-count'), workers.length);
  sync(document.querySelector('#workers tbody'), workers, (worker) => `${worker.id}:${worker.pid}`, newWorker, (row, worker) => {
    const before = last?.workers.find((other) => other.pid === worker.pid);
    const rate = before ? number(Math.max(0, worker.requests - before.requests) * 1000 / (time - last.time)) : '–';
    const up = worker.started ? duration(Math.max(0, Math.floor(stats.server.time - worker.started)) * 1000) : '–';
    [`${names[worker.role]} ${worker.id}`, worker.pid, worker.status, rate, number(worker.concurrency || worker.tasks),
      number(worker.connections), number(worker.coroutines), number(worker.timers), bytes(worker.memory_rss), bytes(worker.memory_php),
      duration(worker.loop_lag_ms), number(worker.blocked), up].forEach((text, at) => write(row.children[at], text));
    row.children[2].className = worker.status;
    row.children[11].classList.toggle('bad', worker.blocked > 0);
  });
}

function showPools(stats) {
  const pools = new Map();
  for (const [field, name] of [['size', 'connections'], ['lent', 'used_connections'], ['idle', 'idle_connections'], ['waiting', 'waiting']]) {
    for (const { labels, value } of samples(stats, `tern_pool_${name}`)) {
      const key = `${labels.pool}\n${labels.worker}`;
      pools.set(key, { ...pools.get(key), ...labels, [field]: value });
    }
  }
  one('pools-section').hidden = !pools.size;
  sync(document.querySelector('#pools tbody'), pools.values(), (pool) => `${pool.pool}\n${pool.worker}`, cells('pools'), (row, pool) => {
    [pool.pool || '(no name)', pool.worker, pool.size, pool.lent, pool.idle, pool.waiting].forEach((text, at) => write(row.children[at], text));
  });
}

function showTables(stats) {
  const tables = new Map();
  for (const [field, name] of [['rows', 'rows'], ['most', 'most_rows'], ['bytes', 'memory_bytes']]) {
    for (const { labels, value } of samples(stats, `tern_table_${name}`)) {
      tables.set(labels.table, { ...tables.get(labels.table), ...labels, [field]: value });
    }
  }
  one('tables-section').hidden = !tables.size;
  sync(document.querySelector('#tables tbody'), tables.values(), (table) => table.table, cells('tables'), (row, table) => {
    [table.table, table.columns, number(table.rows), number(table.most), bytes(table.bytes)].forEach((text, at) => write(row.children[at], text));
  });
}

function newRequest() {
  const summary = make('summary', {}, make('span', { class: 'what mono' }), make('span', { class: 'why' }), make('span', { class: 'time' }));
  return make('li', { class: 'request' }, make('details', {}, summary, make('p', { class: 'took' }), make('pre', { tabindex: '0' })));
}

function tookText({ cpu_ms, waits_ms, switches, memory }) {
  const waits = Object.entries(waits_ms).map(([kind, ms]) => `${kind} ${duration(ms)}`);
  return [`cpu ${duration(cpu_ms)}`, ...waits, `switches ${number(switches)}`, `memory ${bytes(memory)}`].join(', ');
}

function fillRequest(row, entry) {
  const [what, why, time] = row.querySelector('summary').children;
  const title = entry.request ? `${entry.request.method} ${entry.request.path}` : `coroutine ${entry.id}`;
  write(what, title);
  write(why, `${entry.worker == null ? '' : `worker ${entry.worker}, `}${entry.request ? `coroutine ${entry.id}, ` : ''}waits for ${entry.waits_for}`);
  write(time, duration(entry.for_ms));
  time.classList.toggle('long', entry.request !== null && entry.for_ms >= LONG_MS);
  write(row.querySelector('.took'), entry.account ? tookText(entry.account) : '');
  write(row.querySelector('pre'), entry.stack.join('\n') || 'No PHP code.');
}

function showRequests({ requests, silent }) {
  write(one('requests-count'), requests.length);
  one('requests-none').hidden = requests.length > 0 || silent.length > 0;
  sync(one('silent'), silent, (entry) => entry.worker, () => make('li', { class: 'request bad' }), (row, entry) => {
    write(row, entry.blocked ? `${entry.error}\n${entry.blocked}` : entry.error);
  });
  sync(one('requests'), requests.slice(0, 100), (entry) => `${entry.worker}:${entry.id}`, newRequest, fillRequest);
}

async function showStacks(worker) {
  write(one('stacks-what'), `Coroutines of worker ${worker}`);
  let list = [];
  let none = 'None waits.';
  try {
    list = await ask(`/workers/${worker}/coroutines`);
  } catch (failure) {
    none = failure.answer?.blocked ? `${failure.message}\n${failure.answer.blocked}` : failure.message;
  }
  write(one('stacks-none'), none);
  one('stacks-none').hidden = list.length > 0;
  sync(one('stacks-list'), list, (entry) => entry.id, newRequest, fillRequest);
  if (!one('stacks').open) one('stacks').showModal();
}

// --- options

let options = null;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const valueText = (value) => value === '' ? 'empty' : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function showOptions() {
  const text = one('find').value.trim().toLowerCase();
  const shown = (options ?? []).filter((option) => (!one('changed').checked || text || !same(option.value, option.default))
    && `${option.name} ${option.doc}`.toLowerCase().includes(text));
  one('options-none').hidden = shown.length > 0;
  sync(one('options'), shown, (option) => option.name, (option) => make('div', { class: 'option' },
    make('dt', {}, make('code', {}, option.name)),
    make('dd', { class: same(option.value, option.default) ? '' : 'set' }, make('code', {}, valueText(option.value))),
    make('dd', { class: 'doc' }, `${option.doc} (${option.type}, default: ${valueText(option.default)})`)), () => {});
}

// --- over and over

async function look() {
  const [stats, requests] = await Promise.all([ask('/stats'), ask('/requests')]);
  const time = stats.server.time * 1000;  // there: answers may be late
  const count = showCharts(stats, time);
  showServer(stats.server);
  showWorkers(stats, time);
  showPools(stats);
  showTables(stats);
  showRequests(requests);
  last = { count, time, workers: stats.workers };
  if (options === null) { options = await ask('/options'); showOptions(); }
}

async function run() {
  for (;;) {
    const began = performance.now();
    if (!document.hidden) {
      try {
        await look();
        if (one('notice').classList.contains('bad') && one('notice').dataset.lost) { say(''); delete one('notice').dataset.lost; }
      } catch (failure) {
        if (!(failure instanceof Failure)) {
          one('state').className = 'badge gone';
          write(one('state'), draining ? 'stopped' : 'no answer');
          say(draining ? 'The server has stopped.' : 'The server does not answer. Trying again.', true);
          one('notice').dataset.lost = '1';
        } else if (failure.status !== 401) say(failure.message, true);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(100, EVERY_MS - (performance.now() - began))));
  }
}

one('reload').addEventListener('click', () => act('Reload', 'Each worker is replaced by a new one, one after the other. No request is lost.', 'Reload', '/reload'));
one('reload-tasks').addEventListener('click', () => act('Reload task workers', 'Each task worker is replaced by a new one.', 'Reload', '/reload', { only_tasks: true }));
one('stop').addEventListener('click', () => act('Stop', 'Nothing is accepted any more, requests in flight are finished, and the server ends. Nobody here can start it again.', 'Stop the server', '/stop'));
one('forget').addEventListener('click', () => { sessionStorage.removeItem('token'); location.reload(); });
one('find').addEventListener('input', showOptions);
one('changed').addEventListener('change', showOptions);
one('forget').hidden = token === null;
run();

JS;
}
)PHP"sv},
{"tern\\internal\\admin\\sender", "tern:/library/Tern/Internal/Admin/Sender.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Http\Request;

/**
 * Tells requests of the operator from those that a page of somebody else makes in the operator's browser. Such a page can
 * reach what the browser can reach, so neither the loopback address nor a forwarded port keeps it out.
 */
final class Sender
{
    /** Names that no page of a stranger has; `admin` and `tern` are what curl and the launcher send to a unix socket. */
    private const OWN_NAMES = ['localhost', 'admin', 'tern'];
    private const SITES = ['same-origin', 'none'];

    /** @var list<string> in lower case */
    private readonly array $names;

    /** @param list<string> $names the option admin_hosts */
    public function __construct(array $names)
    {
        $this->names = [...self::OWN_NAMES, ...array_map(strtolower(...), $names)];
    }

    /**
     * A page whose name leads to this address since its owner says so (DNS rebinding) has an origin of its own here. It
     * cannot do that with a numeric address.
     *
     * @throws Refusal 421
     */
    public function checkHost(Request $request): void
    {
        $given = $request->header['host'] ?? '';
        if ($given === '') {
            return;
        }  // no browser
        $name = strtolower(preg_replace('~:\d*$~D', '', $given));
        if (in_array($name, $this->names, true) || filter_var(trim($name, '[]'), FILTER_VALIDATE_IP)) {
            return;
        }
        throw new Refusal(421, "the host \"$given\" is not served here: use a numeric address or localhost, or name it in the option admin_hosts");
    }

    /** @throws Refusal 403 */
    public function checkOrigin(Request $request): void
    {
        $origin = $request->header['origin'] ?? null;
        $host = $request->header['host'] ?? '';
        if ($origin !== null && strcasecmp(preg_replace('~^https?://~', '', $origin), $host) !== 0) {
            throw new Refusal(403, "Origin is \"$origin\": only pages of \"$host\" may ask");
        }
        $site = $request->header['sec-fetch-site'] ?? 'none';
        if (in_array($site, self::SITES, true)) {
            return;
        }
        throw new Refusal(403, "Sec-Fetch-Site is \"$site\": only pages of \"$host\" may ask");
    }

    /**
     * Forms cannot send it, and scripts of another origin only after they have asked, which is answered with 405.
     *
     * @throws Refusal 403
     */
    public function checkIntent(Request $request): void
    {
        if (($request->header['x-tern-admin'] ?? '') === '1') {
            return;
        }
        throw new Refusal(403, 'what changes the server needs the field X-Tern-Admin: 1');
    }
}
)PHP"sv},
{"tern\\internal\\admin\\site", "tern:/library/Tern/Internal/Admin/Site.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Coroutine\Http\Server as HttpServer;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Server;

/** The site of the option `admin`, in the admin process: who may ask for what, and how answers look. */
final class Site
{
    private const ROUTES = [
        '~^/$~D' => ['GET', 'page'],
        '~^/health$~D' => ['GET', 'health'],
        '~^/ready$~D' => ['GET', 'ready'],
        '~^/metrics$~D' => ['GET', 'metrics'],
        '~^/stats$~D' => ['GET', 'stats'],
        '~^/options$~D' => ['GET', 'options'],
        '~^/requests$~D' => ['GET', 'requests'],
        '~^/workers/(\d{1,5})/coroutines$~D' => ['GET', 'coroutines'],
        '~^/workers/(\d{1,5})/drain$~D' => ['POST', 'drain'],
        '~^/reload$~D' => ['POST', 'reload'],
        '~^/stop$~D' => ['POST', 'stop'],
    ];
    /** What load balancers and browsers ask for before they know anything. */
    private const OPEN = ['page', 'health', 'ready'];
    /** What they ask for by any name. */
    private const PROBES = ['health', 'ready'];
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_PRESERVE_ZERO_FRACTION | JSON_PARTIAL_OUTPUT_ON_ERROR;
    private const LIMITS = [
        'package_max_length' => 64 << 10,
        'max_connection' => 1024,
        'http_keepalive_timeout' => 30,
        'open_websocket_protocol' => false,
        'server_header' => '',
    ];

    private readonly Token $token;
    private readonly Sender $sender;
    private readonly Answer $answer;

    private function __construct(Server $server)
    {
        $this->token = new Token((string) ($server->setting['admin_token'] ?? ''));
        $this->sender = new Sender($server->setting['admin_hosts'] ?? []);
        $this->answer = new Answer($server);
    }

    /** Until the process ends. */
    public static function serve(Server $server): void
    {
        $site = new self($server);
        $http = new HttpServer('tern:admin');
        $http->set(self::LIMITS);
        $http->handle('/', $site->handle(...));
        $http->start();
    }

    private function handle(Request $request, Response $response): void
    {
        $response->header('Cache-Control', 'no-store');
        $response->header('X-Content-Type-Options', 'nosniff');
        try {
            $this->route($request, $response);
        } catch (Refusal $refusal) {
            foreach ($refusal->headers as $name => $value) {
                $response->header($name, $value);
            }
            $this->send($response, $refusal->getCode(), ['error' => $refusal->getMessage()] + $refusal->more);
        }
    }

    private function route(Request $request, Response $response): void
    {
        $path = $request->server['path_info'];
        foreach (self::ROUTES as $pattern => [$method, $name]) {
            if (!preg_match($pattern, $path, $found)) {
                continue;
            }
            $this->checkMethod($method, $request->server['request_method']);
            $this->admit($name, $request);
            $this->respond($name, isset($found[1]) ? (int) $found[1] : null, $request, $response);
            return;
        }
        throw new Refusal(404, "there is no $path here");
    }

    private function admit(string $name, Request $request): void
    {
        if (in_array($name, self::PROBES, true)) {
            return;
        }
        if ($name !== 'metrics' || !$this->token->isAsked()) {
            $this->sender->checkHost($request);
        }
        if ($name === 'page') {
            return;
        }
        $this->sender->checkOrigin($request);
        $this->token->check($request);
        if ($request->server['request_method'] === 'POST') {
            $this->sender->checkIntent($request);
        }
    }

    private function checkMethod(string $allowed, string $method): void
    {
        if ($method === $allowed || ($method === 'HEAD' && $allowed === 'GET')) {
            return;
        }
        $list = $allowed === 'GET' ? 'GET, HEAD' : $allowed;
        throw new Refusal(405, "the method is $list, $method was given", ['Allow' => $list]);
    }

    private function respond(string $name, ?int $worker, Request $request, Response $response): void
    {
        switch ($name) {
            case 'page':
                foreach (Page::headers() as $header => $value) {
                    $response->header($header, $value);
                }
                $response->end(Page::html());
                return;
            case 'metrics':
                $this->sendMetrics($request, $response);
                return;
            case 'ready':
                $why = $this->answer->unready();
                $this->send($response, $why === null ? 200 : 503, ['ready' => $why === null] + ($why ? ['why' => $why] : []));
                return;
            case 'reload':
                $this->send($response, 202, $this->answer->reload($this->body($request)));
                return;
            case 'stop':
            case 'drain':
                // @phpstan-ignore arguments.count (stop() needs no worker)
                $this->send($response, 202, $this->answer->$name($worker));
                return;
        }
        $this->send($response, 200, $this->answer->$name($worker));
    }

    private function sendMetrics(Request $request, Response $response): void
    {
        $is_open = str_contains($request->header['accept'] ?? '', 'application/openmetrics-text');
        $response->header('Content-Type', $is_open
            ? 'application/openmetrics-text; version=1.0.0; charset=utf-8'
            : 'text/plain; version=0.0.4; charset=utf-8');
        $response->end(\Tern\Metrics::render($is_open));
    }

    /** What a client sent as JSON; nothing is an empty object. */
    private function body(Request $request): array
    {
        $text = $request->getContent();
        if ($text === '' || $text === false) {
            return [];
        }
        $body = json_decode($text, true, 8);
        if (!is_array($body)) {
            throw new Refusal(400, 'the body is no JSON object');
        }
        return $body;
    }

    private function send(Response $response, int $status, array $body): void
    {
        $response->status($status);
        $response->header('Content-Type', 'application/json');
        $response->end(json_encode($body, self::JSON) . "\n");
    }
}
)PHP"sv},
{"tern\\internal\\admin\\skeleton", "tern:/library/Tern/Internal/Admin/Skeleton.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** What is on the admin page, before its script has filled it. */
final class Skeleton
{
    public const HTML = <<<'HTML'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>tern</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#main">To the charts</a>
<header>
  <h1>tern</h1>
  <span id="state" class="badge" role="status">connecting</span>
  <p id="facts"></p>
  <nav aria-label="Actions">
    <button type="button" id="reload">Reload workers</button>
    <button type="button" id="reload-tasks" hidden>Reload task workers</button>
    <button type="button" id="stop" class="danger">Stop server</button>
    <button type="button" id="forget" hidden>Forget token</button>
  </nav>
</header>
<p id="notice" role="alert" hidden></p>
<main id="main">
  <section aria-labelledby="h-charts">
    <h2 id="h-charts" class="unseen">Now</h2>
    <div id="charts"></div>
  </section>
  <section aria-labelledby="h-requests">
    <h2 id="h-requests">Requests in flight <span id="requests-count" class="count"></span></h2>
    <ul id="silent" class="plain"></ul>
    <ul id="requests" class="plain"></ul>
    <p id="requests-none" class="none">None that wait.</p>
  </section>
  <section aria-labelledby="h-workers">
    <h2 id="h-workers">Workers <span id="workers-count" class="count"></span></h2>
    <div class="scroll"><table id="workers">
      <thead><tr><th scope="col">Worker</th><th scope="col">Pid</th><th scope="col">Status</th>
      <th scope="col">Requests/s</th><th scope="col">In flight</th><th scope="col">Connections</th>
      <th scope="col">Coroutines</th><th scope="col">Timers</th><th scope="col">Memory</th>
      <th scope="col">PHP heap</th><th scope="col">Longest turn</th><th scope="col">Blocked</th>
      <th scope="col">Up</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-pools" id="pools-section" hidden>
    <h2 id="h-pools">Pools</h2>
    <div class="scroll"><table id="pools">
      <thead><tr><th scope="col">Pool</th><th scope="col">Worker</th><th scope="col">Connections</th>
      <th scope="col">Lent</th><th scope="col">Idle</th><th scope="col">Waiting</th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-tables" id="tables-section" hidden>
    <h2 id="h-tables">Shared tables</h2>
    <div class="scroll"><table id="tables">
      <thead><tr><th scope="col">Table</th><th scope="col">Columns</th><th scope="col">Rows</th>
      <th scope="col">At most</th><th scope="col">Memory</th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-options">
    <h2 id="h-options">Options</h2>
    <div class="bar"><label>Find <input type="search" id="find" autocomplete="off"></label>
    <label><input type="checkbox" id="changed" checked> only those that were set</label></div>
    <dl id="options"></dl>
    <p id="options-none" class="none" hidden>None.</p>
  </section>
</main>
<dialog id="token" aria-labelledby="h-token">
  <form method="dialog">
    <h2 id="h-token">Token</h2>
    <p id="token-why">This server asks for its <code>admin_token</code>. It is kept until this tab is closed.</p>
    <label>Token <input type="password" id="token-text" autocomplete="off" required minlength="16"></label>
    <div class="bar"><button class="main">Connect</button></div>
  </form>
</dialog>
<dialog id="confirm" aria-labelledby="confirm-what">
  <form method="dialog">
    <h2 id="confirm-what"></h2>
    <p id="confirm-text"></p>
    <div class="bar"><button value="yes" id="confirm-yes" class="main">Yes</button><button value="no">Cancel</button></div>
  </form>
</dialog>
<dialog id="stacks" aria-labelledby="stacks-what">
  <form method="dialog" class="bar"><h2 id="stacks-what"></h2><button value="close">Close</button></form>
  <p id="stacks-none" class="none" hidden></p>
  <ul id="stacks-list" class="plain"></ul>
</dialog>
<script>{script}</script>
</body>
</html>

HTML;
}
)PHP"sv},
{"tern\\internal\\admin\\style", "tern:/library/Tern/Internal/Admin/Style.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** How the admin page looks. */
final class Style
{
    public const CSS = <<<'CSS'
:root {
  color-scheme: light dark;
  --page: #f4f5f3; --card: #fff; --text: #1b1f1d; --soft: #5a635f; --line: #dde1de;
  --one: #0b6e66; --one-soft: #0b6e6622; --two: #b4530a; --good: #0b6e4f; --bad: #b3261e; --warn: #8a5a00;
  --focus: #1d5fd1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #121513; --card: #1b1f1d; --text: #e7ebe8; --soft: #9ba5a0; --line: #303733;
    --one: #4fd1c1; --one-soft: #4fd1c122; --two: #f2a65a; --good: #5fd6a4; --bad: #ff8a80; --warn: #f0c060;
    --focus: #8ab4ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 84rem; padding: 0 1rem 3rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1 { margin: 0; font-size: 1.25rem; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.5rem; font-size: 1rem; }
section { margin-top: 1.5rem; }
code, pre, .mono { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
header { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; align-items: center; padding: 0.9rem 0 0.4rem; }
header p { margin: 0; color: var(--soft); flex: 1 1 14rem; overflow-wrap: anywhere; }
nav, .bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button {
  font: inherit; font-size: 0.875rem; padding: 0.35rem 0.75rem; color: var(--text); background: var(--card);
  border: 1px solid var(--line); border-radius: 0.4rem; cursor: pointer;
}
button:hover { border-color: var(--soft); }
button.danger { color: var(--bad); }
button.main { color: var(--card); background: var(--one); border-color: var(--one); font-weight: 600; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
input[type=search], input[type=password] {
  font: inherit; padding: 0.35rem 0.6rem; color: var(--text); background: var(--card);
  border: 1px solid var(--line); border-radius: 0.4rem;
}
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.badge { padding: 0.1rem 0.6rem; border: 1px solid; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--soft); }
.badge.ready { color: var(--good); }
.badge.draining, .badge.starting { color: var(--warn); }
.badge.gone { color: var(--bad); }
#notice { margin: 0.25rem 0; padding: 0.5rem 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.4rem; }
#notice.bad { border-color: var(--bad); color: var(--bad); }
.count, .none { color: var(--soft); font-weight: 400; }
.none { margin: 0; }
.plain { list-style: none; margin: 0; padding: 0; }

#charts { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.75rem; }
.chart { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.7rem 0.8rem 0.5rem; min-width: 0; }
.chart h3 { margin: 0; font-size: 0.8125rem; font-weight: 500; color: var(--soft); }
.chart .values { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; font-variant-numeric: tabular-nums; min-height: 2rem; }
.chart .value { font-size: 1.375rem; font-weight: 600; white-space: nowrap; }
.chart .value small { margin-left: 0.3rem; font-size: 0.75rem; font-weight: 500; color: var(--soft); }
.chart .value.one small::before, .chart .value.two small::before {
  content: ""; display: inline-block; width: 0.55rem; height: 0.55rem; margin-right: 0.25rem; border-radius: 50%; background: var(--one);
}
.chart .value.two small::before { background: var(--two); }
.chart .plot { position: relative; padding-top: 1rem; }
.chart svg { display: block; width: 100%; height: 5rem; overflow: visible; touch-action: pan-y; }
.chart .line { fill: none; stroke-width: 1.75; stroke-linejoin: round; vector-effect: non-scaling-stroke; stroke: var(--one); }
.chart .line.two { stroke: var(--two); }
.chart .area { fill: var(--one-soft); }
.chart .grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.chart .cursor { stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
.chart .scale { display: flex; justify-content: space-between; font-size: 0.6875rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.chart .most { position: absolute; top: 0; right: 0; font-size: 0.6875rem; line-height: 1rem; color: var(--soft); }

.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-size: 0.75rem; font-weight: 500; color: var(--soft); text-align: right; white-space: nowrap; padding: 0.45rem 0.6rem; }
td { text-align: right; padding: 0.4rem 0.6rem; border-top: 1px solid var(--line); white-space: nowrap; }
th:nth-child(-n+1), td:nth-child(-n+1) { text-align: left; }
#workers th:nth-child(3), #workers td:nth-child(3) { text-align: left; }
td.acts { text-align: right; position: sticky; right: 0; background: var(--card); }
td.acts button { padding: 0.15rem 0.5rem; margin-left: 0.25rem; font-size: 0.8125rem; }
td.bad { color: var(--bad); }
td.starting, td.exiting { color: var(--warn); }
td.busy { color: var(--one); }

.request { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin-bottom: 0.4rem; }
.request.bad { color: var(--bad); border-color: var(--bad); padding: 0.5rem 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.request summary { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; padding: 0.45rem 0.75rem; cursor: pointer; align-items: baseline; }
.request summary::before { content: "\25B8"; color: var(--soft); margin-right: -0.4rem; }
.request [open] > summary::before { content: "\25BE"; }
.request .what { flex: 1 1 12rem; overflow-wrap: anywhere; }
.request .why { color: var(--soft); font-size: 0.8125rem; }
.request .time { font-variant-numeric: tabular-nums; min-width: 4.5rem; text-align: right; }
.request .time.long { color: var(--bad); font-weight: 600; }
.request .took { margin: 0; padding: 0.45rem 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; }
#stacks-none { white-space: pre-wrap; overflow-wrap: anywhere; }
.request .took:empty { display: none; }
.request pre { margin: 0; padding: 0.5rem 0.75rem 0.7rem; border-top: 1px solid var(--line); overflow-x: auto; }

dl { margin: 0.6rem 0 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; }
dl:empty { display: none; }
.option { padding: 0.5rem 0.75rem; border-top: 1px solid var(--line); display: grid; grid-template-columns: 17rem 1fr; gap: 0.1rem 1rem; }
.option:first-child { border-top: 0; }
.option dt { overflow-wrap: anywhere; }
.option dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.option .doc { grid-column: 2; color: var(--soft); font-size: 0.8125rem; }
.option .set { font-weight: 600; }

dialog { color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 0.7rem; padding: 1.1rem; width: min(30rem, calc(100vw - 2rem)); }
dialog::backdrop { background: #0008; }
dialog p { margin: 0 0 0.8rem; color: var(--soft); }
dialog label { display: flex; gap: 0.6rem; align-items: center; margin-bottom: 0.9rem; }
dialog label input { flex: 1; min-width: 0; }
#stacks { width: min(60rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); }
#stacks .bar { justify-content: space-between; margin-bottom: 0.6rem; }
#stacks h2 { margin: 0; }

@media (max-width: 64rem) { #charts { grid-template-columns: 1fr 1fr; } }
@media (max-width: 40rem) {
  body { padding: 0 0.75rem 2rem; }
  nav { width: 100%; }
  #charts { grid-template-columns: 1fr; }
  .scroll { background: none; border: 0; overflow: visible; }
  .scroll table, .scroll tbody, .scroll tr, .scroll td { display: block; }
  .scroll thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .scroll tr { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin-bottom: 0.5rem; padding: 0.4rem 0.75rem; display: grid; grid-template-columns: 1fr 1fr; column-gap: 1.25rem; }
  .scroll td, #workers td:nth-child(3) { display: flex; justify-content: space-between; gap: 0.5rem; border: 0; padding: 0.12rem 0; text-align: right; }
  .scroll td::before { content: attr(data-label); color: var(--soft); font-size: 0.8125rem; }
  .scroll td:first-child { grid-column: 1 / -1; font-weight: 600; }
  .scroll td:first-child::before { content: none; }
  td.acts { grid-column: 1 / -1; justify-content: flex-start !important; padding-top: 0.4rem !important; }
  td.acts::before { content: none !important; }
  td.acts button { margin: 0 0.25rem 0 0; padding: 0.35rem 0.7rem; }
  .request .what { flex-basis: 60%; }
  .request .time { order: 1; }
  .request .why { order: 2; flex-basis: 100%; }
  .option { grid-template-columns: 1fr; }
  .option .doc { grid-column: 1; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: border-color 0.15s; } }
CSS;
}
)PHP"sv},
{"tern\\internal\\admin\\token", "tern:/library/Tern/Internal/Admin/Token.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Http\Request;
use function Tern\Internal\count_refusal;

/** Who has the option `admin_token` may pass. Who guesses gets few tries, whatever comes next from that address. */
final class Token
{
    private const MOST_WRONG = 10;
    private const WINDOW_NS = 1_000_000_000;

    /** @var array<string, int> wrong ones of this window, by address */
    private array $wrong = [];
    private int $window = 0;

    public function __construct(#[\SensitiveParameter] private readonly string $token)
    {
    }

    public function isAsked(): bool
    {
        return $this->token !== '';
    }

    /** @throws Refusal 401, 429 */
    public function check(Request $request): void
    {
        if (!$this->isAsked()) {
            return;
        }
        $given = $request->header['authorization'] ?? '';
        $from = $request->server['remote_addr'] ?? '';
        if ($this->wrongOf($from) >= self::MOST_WRONG) {
            count_refusal();
            throw new Refusal(429, 'too many wrong tokens from this address', ['Retry-After' => '1']);
        }
        $is_bearer = strncasecmp($given, 'Bearer ', 7) === 0;
        if ($is_bearer && hash_equals($this->token, trim(substr($given, 7)))) {
            return;
        }
        if ($given !== '') {
            $this->wrong[$from] = $this->wrongOf($from) + 1;
            count_refusal();
        }
        $what = $given === '' ? 'a token is needed' : 'the token is wrong';
        throw new Refusal(401, "$what: Authorization: Bearer, and admin_token", ['WWW-Authenticate' => 'Bearer']);
    }

    private function wrongOf(string $address): int
    {
        $window = intdiv(hrtime(true), self::WINDOW_NS);
        if ($window !== $this->window) {
            [$this->window, $this->wrong] = [$window, []];
        }
        return $this->wrong[$address] ?? 0;
    }
}
)PHP"sv},
{"tern\\internal\\client\\calls", "tern:/library/Tern/Internal/Client/Calls.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use ValueError;
use function Tern\Internal\socket_peer_certificate;
use function Tern\Internal\socket_verify_peer;

/** What Swoole\Client and Swoole\Coroutine\Client have in common. */
trait Calls
{
    /** @var int of the last call that failed: a number of the system, or SWOOLE_ERROR_* */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';
    /** @var int what the constructor was given */
    public $type = 0;
    /** @var array|null what set() was given */
    public $setting;

    private Kind $kind;
    private ?Socket $connection = null;
    /** After a connect() that succeeded. */
    private bool $isUp = false;
    /** Whether another client could use the connection. */
    private bool $isFit = true;
    private bool $cutsPackets = false;
    /** The limit that connect() was given. */
    private ?float $given = null;
    /** Where connect() went. */
    private string $host = '';
    /** Where answers come to, of unix datagrams. */
    private ?TemporaryPath $path = null;

    /**
     * Settings of connections from here on; those about packets and time limits also of the one that is there. Wrong values
     * throw, unknown names give a warning.
     *
     * @return bool false: there is none
     */
    public function set(array $settings): bool
    {
        $before = $this->settings()->protocol();
        $this->setting = $this->settings()->merge($settings, self::class . '::set()');
        $now = $this->settings();
        $this->cutsPackets = $now->cutsPackets();
        if ($this->isOpen() && $now->protocol() !== $before) {
            $this->connection->setProtocol($now->protocol());
        }
        if ($this->isOpen()) {
            $this->limit($this->connection);
        }
        return $settings !== [];
    }

    /**
     * A part of a file; the kernel copies it. Not for datagrams. May wait.
     *
     * @param int $length 0: to its end
     */
    public function sendfile(string $filename, int $offset = 0, int $length = 0): bool
    {
        $socket = $this->connected();
        if ($socket !== null && !$this->kind->isStream) {
            $this->fail(Failure::coded(Errno::EINVAL));
            return false;
        }
        return $socket !== null && $this->told($socket, $socket->sendFile($filename, $offset, $length));
    }

    /**
     * One datagram, at once. Needs no connect().
     *
     * @param string $ip a numeric address, or the path of a unix socket
     * @param int $port 1 to 65535 for IP
     */
    public function sendto(string $ip, int $port, string $data): bool
    {
        $this->kind->checkPort($port, self::class . '::sendto()');
        try {
            $socket = $this->isOpen() ? $this->connection : $this->openSocket();
        } catch (Failure $why) {
            $this->fail($why);
            return false;
        }
        return $this->told($socket, $socket->sendto($ip, $port, $data)) !== false;
    }

    /**
     * What the peer has shown, as PEM.
     *
     * @return string|false false: there is no TLS, or no certificate
     */
    public function getPeerCert(): string|false
    {
        $socket = $this->connected();
        return $socket === null ? false : $this->told($socket, socket_peer_certificate($socket));
    }

    /**
     * Whether the peer's certificate is one that can be trusted, for the name that it should have.
     *
     * @param bool $allow_self_signed counts as trusted, too
     */
    public function verifyPeerCert(bool $allow_self_signed = false): bool
    {
        $socket = $this->connected();
        return $socket !== null && $this->told($socket, socket_verify_peer($socket, $allow_self_signed));
    }

    /** Whether there was a connect() and no close() yet. The peer may be gone all the same. */
    public function isConnected(): bool
    {
        return $this->isUp && $this->isOpen();
    }

    /** @return array|false host and address, which are the same, and port */
    public function getsockname(): array|false
    {
        $socket = $this->connected();
        return $socket === null ? false : self::named($this->told($socket, $socket->getsockname()));
    }

    /** Two would share a connection. */
    private function __clone()
    {
    }

    private function settings(): Settings
    {
        return new Settings($this->setting ?? []);
    }

    private function opener(): Opener
    {
        return new Opener($this->kind, $this->settings());
    }

    /** The program may have closed it itself. */
    private function isOpen(): bool
    {
        return $this->connection !== null && !$this->connection->isClosed();
    }

    /** Null with the error set. */
    private function connected(): ?Socket
    {
        if ($this->isOpen()) {
            return $this->connection;
        }
        $this->fail(Failure::coded(SWOOLE_ERROR_CLIENT_NO_CONNECTION));
        return null;
    }

    private function checkTarget(string $host, int $port): void
    {
        if ($host === '') {
            throw new ValueError(self::class . '::connect(): Argument #1 ($host) cannot be empty');
        }
        $this->kind->checkPort($port, self::class . '::connect()');
    }

    /** False with the error set: there is a connection, or another coroutine is about to make one. */
    private function mayConnect(): bool
    {
        if (!$this->isOpen() || (!$this->isUp && !$this->kind->isStream)) {
            return true;
        }
        $this->fail(Failure::coded(Errno::EISCONN));
        return false;
    }

    /**
     * May wait. A connection that was not made leaves nothing behind.
     *
     * @param callable(Socket, float): void $connect is given the limit in seconds, 0: the usual one; throws a Failure
     * @return bool false with the error set
     */
    private function open(callable $connect): bool
    {
        $socket = null;
        $this->isUp = false;
        $done = false;
        $settings = $this->settings();
        try {
            $socket = $this->isOpen() ? $this->connection : $this->openSocket();
            $connect($socket, $this->given ?? $settings->get('connect_timeout') ?? $settings->get('timeout', self::USUAL_SECONDS));
            $this->limit($socket);
            $this->told($socket, true);
            $done = $this->isUp = true;
        } catch (Failure $why) {
            $this->fail($why);
        } finally {
            if (!$done && $this->connection === $socket) {
                $this->drop();
            }
        }
        return $done;
    }

    /** Of the calls after connect(). */
    private function limit(Socket $socket): void
    {
        $usual = $this->given ?? $this->settings()->get('timeout', self::USUAL_SECONDS);
        $this->opener()->limit($socket, $usual);
    }

    private function secure(): bool
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        if (!$this->kind->isStream) {
            $this->fail(Failure::coded(SWOOLE_ERROR_OPERATION_NOT_SUPPORT));
            return false;
        }
        $this->isFit = false;
        return $this->told($socket, $this->opener()->secure($socket, $this->host));
    }

    /** @throws Failure */
    private function openSocket(): Socket
    {
        $socket = $this->opener()->socket(self::SOCKET);
        if (!$this->kind->isIp && !$this->kind->isStream && $this->settings()->get('bind_address') === null) {
            $this->path = new TemporaryPath();
            if (!$socket->bind($this->path->path)) {
                throw Failure::of($socket);
            }
        }
        $this->adopt($socket);
        $this->limit($socket);
        return $socket;
    }

    private function fail(Failure $why): void
    {
        $this->errCode = $why->getCode();
        $this->errMsg = $why->getMessage();
    }

    /** The result of a call, after its error was noted. */
    private function told(Socket $socket, mixed $result): mixed
    {
        $this->errCode = $socket->errCode;
        $this->errMsg = $socket->errMsg;
        $this->isFit = $this->isFit && ($this->errCode === 0 || $this->errCode === Errno::EAGAIN);
        return $result;
    }

    private static function named(array|false $address): array|false
    {
        return $address === false ? false : ['host' => $address['address']] + $address + ['port' => 0];
    }
}
)PHP"sv},
{"tern\\internal\\client\\deadline", "tern:/library/Tern/Internal/Client/Deadline.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** One time limit for many calls. */
final class Deadline
{
    private readonly ?float $at;

    /** @param float $seconds 0: each call has its own usual limit, less than 0: none */
    public function __construct(private readonly float $seconds)
    {
        $this->at = $seconds > 0 ? self::now() + $seconds : null;
    }

    /**
     * What a call of a socket is given.
     *
     * @throws Failure when it is over
     */
    public function left(): float
    {
        if ($this->at === null) {
            return $this->seconds;
        }
        $left = $this->at - self::now();
        return $left > 0 ? $left : throw Failure::timedOut();
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
)PHP"sv},
{"tern\\internal\\client\\errno", "tern:/library/Tern/Internal/Client/Errno.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** Numbers of Linux, whose names only ext/sockets has. */
final class Errno
{
    public const EBADF = 9;
    public const EAGAIN = 11;
    public const EINVAL = 22;
    public const ECONNRESET = 104;
    public const EISCONN = 106;
    public const ETIMEDOUT = 110;
    public const EINPROGRESS = 115;
}
)PHP"sv},
{"tern\\internal\\client\\failure", "tern:/library/Tern/Internal/Client/Failure.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use RuntimeException;
use Swoole\Coroutine\Socket;

/** Why a connection was not made. The code is an error number of the system, or SWOOLE_ERROR_*. */
final class Failure extends RuntimeException
{
    private const FIRST_OF_OURS = 500;

    public static function coded(int $code, string $message = ''): self
    {
        return new self($message !== '' ? $message : self::describe($code), $code);
    }

    /** What the last call of a socket says; when it says nothing, the peer has hung up. */
    public static function of(Socket $socket): self
    {
        return $socket->errCode === 0 ? self::coded(Errno::ECONNRESET) : self::coded($socket->errCode, $socket->errMsg);
    }

    public static function timedOut(): self
    {
        return self::coded(Errno::ETIMEDOUT);
    }

    public static function describe(int $code): string
    {
        return swoole_strerror($code, $code < self::FIRST_OF_OURS ? SWOOLE_STRERROR_SYSTEM : SWOOLE_STRERROR_SWOOLE);
    }
}
)PHP"sv},
{"tern\\internal\\client\\httptunnel", "tern:/library/Tern/Internal/Client/HttpTunnel.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;

/** Asks an HTTP proxy for a connection: CONNECT, RFC 9110 section 9.3.6. */
final class HttpTunnel
{
    private const MOST_HOST_BYTES = 255;
    private const MOST_HEAD_BYTES = 16_384;

    /** @param Socket $socket connected to the proxy */
    public function __construct(private readonly Socket $socket, private readonly Deadline $until)
    {
    }

    /**
     * Suspends.
     *
     * @param string $user '': without credentials
     * @throws Failure
     */
    public function open(string $host, int $port, string $user, string $password): void
    {
        $target = (str_contains($host, ':') ? "[$host]" : $host) . ":$port";
        if (strlen($host) > self::MOST_HOST_BYTES || preg_match('/[\x00-\x20\x7F]/', $target)) {
            throw Failure::coded(
                SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_ERROR,
                'a host for an HTTP proxy has at most 255 bytes, no spaces and no controls',
            );
        }
        $request = "CONNECT $target HTTP/1.1\r\nHost: $target\r\n";
        if ($user !== '') {
            $request .= 'Proxy-Authorization: Basic ' . base64_encode("$user:$password") . "\r\n";
        }
        $request .= "\r\n";
        if ($this->socket->sendAll($request, $this->until->left()) !== strlen($request)) {
            throw Failure::of($this->socket);
        }
        if (!preg_match('~^HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n~', $this->head(), $status)) {
            throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE);
        }
        if ($status[1][0] !== '2') {
            throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_FAILED, "the HTTP proxy answered $status[1]");
        }
    }

    /** Not a byte more than it: what follows comes from the target. */
    private function head(): string
    {
        $head = '';
        while (!str_ends_with($head, "\r\n\r\n")) {
            $line = $this->socket->recvLine(self::MOST_HEAD_BYTES, $this->until->left());
            if ($line === false || $line === '') {
                throw Failure::of($this->socket);
            }
            $head .= $line;
            if (strlen($head) >= self::MOST_HEAD_BYTES) {
                throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE);
            }
        }
        return $head;
    }
}
)PHP"sv},
{"tern\\internal\\client\\kept", "tern:/library/Tern/Internal/Client/Kept.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;

/** Connections of SWOOLE_KEEP between two clients, of this process. */
final class Kept
{
    /** The one that has waited longest goes when there would be more. */
    private const MOST = 128;

    /** @var array<int, array{string, Socket, int, mixed}> by age: key, socket, uses, what measures its packets */
    private static array $idle = [];
    private static int $owner = 0;
    /** Those of the process that forked this one, which uses them. */
    private static array $inherited = [];

    /** @param int $uses how many clients have had it */
    public static function put(string $key, Socket $socket, int $uses, mixed $measure): void
    {
        self::own();
        self::$idle[] = [$key, $socket, $uses, $measure];
        if (count(self::$idle) > self::MOST) {
            unset(self::$idle[array_key_first(self::$idle)]);
        }
    }

    /**
     * One on which nothing has arrived meanwhile, neither bytes nor its end.
     *
     * @return array{Socket, int}|null with how many clients have had it
     */
    public static function take(string $key, mixed $measure): ?array
    {
        self::own();
        foreach (array_reverse(self::$idle, true) as $index => [$of, $socket, $uses, $measured]) {
            if ($of !== $key || $measured !== $measure) {
                continue;
            }
            unset(self::$idle[$index]);
            if (self::isQuiet($socket)) {
                return [$socket, $uses];
            }
        }
        return null;
    }

    public static function isQuiet(Socket $socket): bool
    {
        return $socket->peek(1) === false && $socket->errCode === Errno::EAGAIN;
    }

    private static function own(): void
    {
        if (self::$owner !== getmypid()) {
            self::$inherited[] = self::$idle;
            self::$idle = [];
            self::$owner = getmypid();
        }
    }
}
)PHP"sv},
{"tern\\internal\\client\\kind", "tern:/library/Tern/Internal/Client/Kind.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use ValueError;

/** What a client's type says: SWOOLE_SOCK_* with flags. */
final class Kind
{
    private const FLAGS = SWOOLE_SSL | SWOOLE_ASYNC | SWOOLE_SYNC | SWOOLE_KEEP;
    private const KINDS = [
        SWOOLE_SOCK_TCP => [AF_INET, SOCK_STREAM],
        SWOOLE_SOCK_TCP6 => [AF_INET6, SOCK_STREAM],
        SWOOLE_SOCK_UDP => [AF_INET, SOCK_DGRAM],
        SWOOLE_SOCK_UDP6 => [AF_INET6, SOCK_DGRAM],
        SWOOLE_SOCK_UNIX_STREAM => [AF_UNIX, SOCK_STREAM],
        SWOOLE_SOCK_UNIX_DGRAM => [AF_UNIX, SOCK_DGRAM],
    ];

    public readonly int $domain;
    public readonly bool $isIp;
    public readonly bool $isStream;
    /** From the first byte on. */
    public readonly bool $hasTls;
    public readonly bool $isKept;

    /** @param string $where the function that was given $type, for errors */
    public function __construct(public readonly int $type, string $where)
    {
        [$this->domain, $how] = self::KINDS[$type & ~self::FLAGS] ?? throw new ValueError(
            "$where: Argument #1 (\$type) must be one of SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM and _UNIX_DGRAM, $type given",
        );
        $this->isIp = $this->domain !== AF_UNIX;
        $this->isStream = $how === SOCK_STREAM;
        $this->hasTls = ($type & SWOOLE_SSL) !== 0;
        $this->isKept = ($type & SWOOLE_KEEP) !== 0 && $this->isStream;
        if ($this->hasTls && !$this->isStream) {
            throw new ValueError("$where: Argument #1 (\$type) must not have SWOOLE_SSL for datagrams: there is no DTLS");
        }
    }

    /**
     * @param class-string<Socket> $class
     * @throws Failure
     */
    public function socket(string $class): Socket
    {
        try {
            return new $class($this->domain, $this->isStream ? SOCK_STREAM : SOCK_DGRAM);
        } catch (Socket\Exception $error) {
            throw Failure::coded($error->getCode(), $error->getMessage());
        }
    }

    public function checkPort(int $port, string $where): void
    {
        if ($this->isIp && ($port < 1 || $port > 65535)) {
            throw new ValueError("$where: Argument #2 (\$port) must be between 1 and 65535, $port given");
        }
    }
}
)PHP"sv},
{"tern\\internal\\client\\opener", "tern:/library/Tern/Internal/Client/Opener.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine;
use Swoole\Coroutine\Socket;

/** Makes connections: the socket with its options, the way through a proxy, TLS. */
final class Opener
{
    // Numbers of Linux, whose names only ext/sockets has.
    private const SOL_SOCKET = 1;
    private const SO_SNDBUF = 7;
    private const SO_RCVBUF = 8;
    private const SO_RCVTIMEO = 20;
    private const SO_SNDTIMEO = 21;
    private const SOL_TCP = 6;
    private const TCP_NODELAY = 1;

    private const USUAL_SECONDS = 60.0;
    private const LEAST_SECONDS = 0.001;
    private const MOST_SECONDS = 31_536_000.0;

    public function __construct(private readonly Kind $kind, private readonly Settings $settings)
    {
    }

    /**
     * A socket that is bound where the settings want it.
     *
     * @param class-string<Socket> $class
     * @throws Failure
     */
    public function socket(string $class): Socket
    {
        $socket = $this->kind->socket($class);
        if ($this->kind->isIp && $this->kind->isStream) {
            $socket->setOption(self::SOL_TCP, self::TCP_NODELAY, (int) (bool) $this->settings->get('open_tcp_nodelay', true));
        }
        $size = $this->settings->get('socket_buffer_size');
        if ($size !== null) {
            $socket->setOption(self::SOL_SOCKET, self::SO_SNDBUF, $size);
            $socket->setOption(self::SOL_SOCKET, self::SO_RCVBUF, $size);
        }
        $this->bind($socket);
        $socket->setProtocol($this->settings->protocol());
        return $socket;
    }

    /**
     * Suspends.
     *
     * @param float $timeout seconds for all of it; 0: the usual of each step, less than 0: no limit
     * @throws Failure
     */
    public function connect(Socket $socket, string $host, int $port, float $timeout): void
    {
        $until = new Deadline($timeout);
        if ($this->hasProxy()) {
            $this->tunnel($socket, $host, $port, $until);
            if ($this->kind->hasTls) {
                $this->secureWithin($socket, $host, $until->left());
            }
            return;
        }
        if ($this->kind->hasTls) {
            $socket->setProtocol(['open_ssl' => true]);
        }
        $this->dial($socket, $host, $port, $until);
    }

    /**
     * TLS on a connection without; within the limits of the socket. Suspends.
     *
     * @param string $host where a proxy has connected to: whose certificate it has to be
     */
    public function secure(Socket $socket, string $host): bool
    {
        $name = $this->hasProxy() ? ['ssl_host_name' => $this->settings->get('ssl_host_name', $host)] : [];
        $socket->setProtocol(['open_ssl' => true] + $name);
        return $socket->sslHandshake();
    }

    /**
     * The limits of later calls.
     *
     * @param float $usual where the settings say nothing; 0: that of Coroutine::set()
     */
    public function limit(Socket $socket, float $usual): void
    {
        foreach (['read_timeout' => self::SO_RCVTIMEO, 'write_timeout' => self::SO_SNDTIMEO] as $name => $option) {
            $seconds = $this->settings->get($name) ?? $usual;
            self::setLimit($socket, $option, (float) ($seconds != 0 ? $seconds : self::usual("socket_$name")));
        }
    }

    private function hasProxy(): bool
    {
        return $this->kind->isStream && $this->kind->isIp && $this->settings->hasProxy();
    }

    private static function usual(string $name): float
    {
        $options = Coroutine::getOptions() ?? [];
        return (float) ($options[$name] ?? $options['socket_timeout'] ?? self::USUAL_SECONDS);
    }

    private function secureWithin(Socket $socket, string $host, float $seconds): void
    {
        if ($seconds != 0) {
            self::setLimit($socket, self::SO_RCVTIMEO, $seconds);
        }
        if (!$this->secure($socket, $host)) {
            throw Failure::of($socket);
        }
    }

    private function bind(Socket $socket): void
    {
        $address = $this->settings->get('bind_address');
        $port = $this->settings->get('bind_port', 0);
        if ($address === null && ($port === 0 || !$this->kind->isIp)) {
            return;
        }
        $any = $this->kind->domain === AF_INET6 ? '::' : '0.0.0.0';
        if (!$socket->bind($address ?? $any, $port)) {
            throw Failure::of($socket);
        }
    }

    private function tunnel(Socket $socket, string $host, int $port, Deadline $until): void
    {
        $get = $this->settings->get(...);
        if ($get('socks5_host') !== null) {
            $this->dial($socket, $get('socks5_host'), $get('socks5_port', 1080), $until);
            (new Socks5($socket, $until))->open($host, $port, $get('socks5_username', ''), $get('socks5_password', ''));
            return;
        }
        $this->dial($socket, $get('http_proxy_host'), $get('http_proxy_port', 8080), $until);
        $user = $get('http_proxy_username') ?? $get('http_proxy_user', '');
        (new HttpTunnel($socket, $until))->open($host, $port, $user, $get('http_proxy_password', ''));
    }

    private function dial(Socket $socket, string $host, int $port, Deadline $until): void
    {
        if (!$socket->connect($host, $port, $until->left())) {
            throw Failure::of($socket);
        }
    }

    /** Less than 0: none, for which the socket has 0. */
    private static function setLimit(Socket $socket, int $option, float $seconds): void
    {
        $seconds = $seconds < 0 ? 0.0 : max(self::LEAST_SECONDS, min($seconds, self::MOST_SECONDS));
        $whole = (int) $seconds;
        $socket->setOption(self::SOL_SOCKET, $option, ['sec' => $whole, 'usec' => (int) (($seconds - $whole) * 1e6)]);
    }
}
)PHP"sv},
{"tern\\internal\\client\\select", "tern:/library/Tern/Internal/Client/Select.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Closure;
use Swoole\Client;
use TypeError;
use function Tern\Internal\descriptor_of;
use function Tern\Internal\poll;

/** swoole_client_select() */
final class Select
{
    private const POLLIN = 1;
    private const POLLPRI = 2;
    private const POLLOUT = 4;
    private const POLLERR = 8;
    private const POLLHUP = 16;
    private const POLLNVAL = 32;
    /** What is asked for each list, and which answers count. As select(2) has it: what is broken can be read and written. */
    private const LISTS = [
        [self::POLLIN, self::POLLIN | self::POLLERR | self::POLLHUP | self::POLLNVAL],
        [self::POLLOUT, self::POLLOUT | self::POLLERR | self::POLLNVAL],
        [self::POLLPRI, self::POLLPRI],
    ];

    public static function clients(?array &$read, ?array &$write, ?array &$except, float $timeout = 0.5): int|false
    {
        $lists = [$read ?? [], $write ?? [], $except ?? []];
        $descriptors = array_map(self::descriptors(...), $lists, [1, 2, 3]);
        $wanted = self::wanted($descriptors);
        if ($wanted === []) {
            trigger_error('swoole_client_select(): there is nothing open to wait for', E_USER_WARNING);
            return false;
        }
        $received = array_filter($lists[0], fn($one) => $one instanceof Client && self::hasReceived($one));
        $ready = poll($wanted, $received === [] ? $timeout : 0);
        if ($ready === false) {
            return false;
        }
        foreach ($lists as $which => &$list) {
            $list = array_filter($list, fn($key) => (($ready[$descriptors[$which][$key] ?? -1] ?? 0) & self::LISTS[$which][1]) !== 0
                || ($which === 0 && isset($received[$key])), ARRAY_FILTER_USE_KEY);
        }
        unset($list);
        self::give($lists, $read, $write, $except);
        return array_sum(array_map(count(...), $lists));
    }

    /** Whether there is something that recv() would return. The kernel does not know what the socket has taken already. */
    private static function hasReceived(Client $client): bool
    {
        // @phpstan-ignore variable.undefined, variable.undefined, variable.undefined (bound to the client below)
        $ask = fn() => $this->isOpen() && $this->isUp && $this->connection->peek(1) !== false;
        return Closure::bind($ask, $client, Client::class)();
    }

    /** By the keys of the list, those that are open. */
    private static function descriptors(array $list, int $argument): array
    {
        $found = [];
        foreach ($list as $key => $one) {
            $descriptor = descriptor_of($one);
            if ($descriptor >= 0) {
                $found[$key] = $descriptor;
            } elseif (!is_object($one) && !is_resource($one) && gettype($one) !== 'resource (closed)') {
                throw new TypeError("swoole_client_select(): Argument #$argument must have clients, sockets, streams and descriptors, "
                    . get_debug_type($one) . ' given');
            }
        }
        return $found;
    }

    private static function wanted(array $descriptors): array
    {
        $wanted = [];
        foreach ($descriptors as $which => $list) {
            foreach ($list as $descriptor) {
                $wanted[$descriptor] = ($wanted[$descriptor] ?? 0) | self::LISTS[$which][0];
            }
        }
        return $wanted;
    }

    /** null stays null. */
    private static function give(array $lists, ?array &$read, ?array &$write, ?array &$except): void
    {
        $read = $read === null ? null : $lists[0];
        $write = $write === null ? null : $lists[1];
        $except = $except === null ? null : $lists[2];
    }
}
)PHP"sv},
{"tern\\internal\\client\\settings", "tern:/library/Tern/Internal/Client/Settings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use TypeError;
use ValueError;

/** What set() of a client was given. Framing and TLS are checked by the socket, which is what they are for. */
final class Settings
{
    private const FRAMING = ['open_length_check', 'open_eof_check', 'open_eof_split', 'open_mqtt_protocol', 'package_length_type',
        'package_length_offset', 'package_body_offset', 'package_body_start', 'package_length_func', 'package_eof',
        'package_max_length'];
    private const CUTS = ['open_length_check', 'open_eof_check', 'open_eof_split', 'open_mqtt_protocol'];
    private const NO_PACKETS = ['open_length_check' => false, 'open_eof_check' => false, 'open_eof_split' => false,
        'open_mqtt_protocol' => false];
    private const SECONDS = ['timeout', 'connect_timeout', 'read_timeout', 'write_timeout'];
    private const MOST_SECONDS = 1_000_000_000;
    /** Least and most. */
    private const NUMBERS = ['bind_port' => [0, 65_535], 'socket_buffer_size' => [1, 1 << 30], 'socks5_port' => [1, 65_535],
        'http_proxy_port' => [1, 65_535]];
    /** The most bytes; RFC 1929 has one byte for the length of a name. */
    private const TEXTS = ['bind_address' => 255, 'socks5_host' => 255, 'socks5_username' => 255, 'socks5_password' => 255,
        'http_proxy_host' => 255, 'http_proxy_user' => 1024, 'http_proxy_username' => 1024, 'http_proxy_password' => 1024];
    private const SWITCHES = ['open_tcp_nodelay'];
    private const OF_ASYNC_CLIENTS = ['buffer_high_watermark', 'buffer_low_watermark'];

    /** @param array<string, mixed> $all checked */
    public function __construct(private readonly array $all)
    {
    }

    /**
     * Throws for a wrong value, warns of an unknown name. null leaves an option as it is.
     *
     * @param string $where the function that was given them, for errors
     * @return array<string, mixed> these and what was set before
     */
    public function merge(array $given, string $where): array
    {
        $good = [];
        $rest = [];
        foreach ($given as $name => $value) {
            if ($value === null || in_array($name, self::OF_ASYNC_CLIENTS, true)) {
                continue;
            }
            if (!self::isOurs((string) $name)) {
                $rest[$name] = $value;
            }
            $good[$name] = self::read((string) $name, $value, $where);
        }
        if ($rest !== []) {
            (new Socket(AF_UNIX, SOCK_DGRAM))->setProtocol([...$this->protocol(), ...$rest]);
        }
        return [...$this->all, ...$good];
    }

    public function get(string $name, mixed $usual = null): mixed
    {
        return $this->all[$name] ?? $usual;
    }

    /** What Socket::setProtocol() takes: all that it may have been told before is told anew. */
    public function protocol(): array
    {
        return array_filter(
            $this->all,
            fn($name) => in_array($name, self::FRAMING, true) || str_starts_with((string) $name, 'ssl_'),
            ARRAY_FILTER_USE_KEY,
        ) + self::NO_PACKETS;
    }

    public function cutsPackets(): bool
    {
        return array_filter(array_intersect_key($this->all, array_flip(self::CUTS))) !== [];
    }

    public function hasProxy(): bool
    {
        return isset($this->all['socks5_host']) || isset($this->all['http_proxy_host']);
    }

    /** The same for settings that make the same connections. */
    public function key(): string
    {
        $ways = array_filter(
            $this->all,
            fn($name) => preg_match('/^(ssl|socks5|http_proxy|bind)_/', (string) $name) === 1,
            ARRAY_FILTER_USE_KEY,
        );
        ksort($ways);
        return serialize($ways);
    }

    private static function isOurs(string $name): bool
    {
        return isset(self::NUMBERS[$name]) || isset(self::TEXTS[$name]) || in_array($name, self::SECONDS, true)
            || in_array($name, self::SWITCHES, true);
    }

    private static function read(string $name, mixed $value, string $where): mixed
    {
        if (in_array($name, self::SECONDS, true)) {
            return (float) self::number($name, $value, -self::MOST_SECONDS, self::MOST_SECONDS, $where);
        }
        if (isset(self::NUMBERS[$name])) {
            return (int) self::number($name, $value, self::NUMBERS[$name][0], self::NUMBERS[$name][1], $where);
        }
        if (isset(self::TEXTS[$name])) {
            return self::text($name, $value, self::TEXTS[$name], $where);
        }
        return $value;
    }

    private static function number(string $name, mixed $value, int $least, int $most, string $where): int|float
    {
        if (!is_numeric($value)) {
            throw new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be of type int|float, " . get_debug_type($value)
                . ' given');
        }
        if ($value < $least || $value > $most) {
            throw new ValueError("$where: Argument #1 (\$settings) option \"$name\" must be between $least and $most, $value given");
        }
        return $value + 0;
    }

    private static function text(string $name, mixed $value, int $most, string $where): string
    {
        if (!is_string($value)) {
            throw new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be of type string, " . get_debug_type($value)
                . ' given');
        }
        if (strlen($value) > $most || str_contains($value, "\0")) {
            throw new ValueError("$where: Argument #1 (\$settings) option \"$name\" must have at most $most bytes and no NUL byte");
        }
        return $value;
    }
}
)PHP"sv},
{"tern\\internal\\client\\socks5", "tern:/library/Tern/Internal/Client/Socks5.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;

/** Asks a SOCKS proxy for a connection: RFC 1928, and RFC 1929 for the password. */
final class Socks5
{
    private const VERSION = 5;
    private const LOGIN_VERSION = 1;
    private const CONNECT = 1;
    private const IPV4 = 1;
    private const NAME = 3;
    private const IPV6 = 4;
    private const WITHOUT_LOGIN = 0;
    private const WITH_PASSWORD = 2;
    private const REPLIES = [
        1 => 'general failure',
        2 => 'connection not allowed by ruleset',
        3 => 'network unreachable',
        4 => 'host unreachable',
        5 => 'connection refused',
        6 => 'TTL expired',
        7 => 'command not supported',
        8 => 'address type not supported',
    ];

    /** @param Socket $socket connected to the proxy */
    public function __construct(private readonly Socket $socket, private readonly Deadline $until)
    {
    }

    /**
     * Suspends.
     *
     * @param string $user '': the proxy asks for none
     * @throws Failure
     */
    public function open(string $host, int $port, string $user, string $password): void
    {
        $method = $this->agree($user !== '');
        if ($method === self::WITH_PASSWORD && $user !== '') {
            $this->login($user, $password);
        } elseif ($method !== self::WITHOUT_LOGIN) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_UNSUPPORT_METHOD);
        }
        $this->ask($host, $port);
    }

    private function agree(bool $has_login): int
    {
        $methods = $has_login ? [self::WITHOUT_LOGIN, self::WITH_PASSWORD] : [self::WITHOUT_LOGIN];
        $this->send(pack('CCC*', self::VERSION, count($methods), ...$methods));
        [$version, $method] = $this->bytes(2);
        $this->check($version);
        return $method;
    }

    private function login(string $user, string $password): void
    {
        $this->send(pack('CC', self::LOGIN_VERSION, strlen($user)) . $user . pack('C', strlen($password)) . $password);
        if ($this->bytes(2)[1] !== 0) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_AUTH_FAILED);
        }
    }

    /** The answer ends with the address that the proxy uses, which is of no interest. */
    private function ask(string $host, int $port): void
    {
        $this->send(pack('CCC', self::VERSION, self::CONNECT, 0) . self::address($host) . pack('n', $port));
        [$version, $reply, , $kind] = $this->bytes(4);
        $this->check($version);
        if ($reply !== 0) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_SERVER_ERROR, 'SOCKS5 proxy: ' . (self::REPLIES[$reply] ?? "reply $reply"));
        }
        $this->bytes(2 + match ($kind) {
            self::IPV4 => 4,
            self::IPV6 => 16,
            self::NAME => $this->bytes(1)[0],
            default => throw Failure::coded(SWOOLE_ERROR_SOCKS5_HANDSHAKE_FAILED),
        });
    }

    private static function address(string $host): string
    {
        $numeric = @inet_pton($host);
        if ($numeric !== false) {
            return pack('C', strlen($numeric) === 4 ? self::IPV4 : self::IPV6) . $numeric;
        }
        if (strlen($host) > 255) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_HANDSHAKE_FAILED, 'a name for a SOCKS5 proxy has at most 255 bytes');
        }
        return pack('CC', self::NAME, strlen($host)) . $host;
    }

    private function check(int $version): void
    {
        if ($version !== self::VERSION) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_UNSUPPORT_VERSION);
        }
    }

    private function send(string $data): void
    {
        if ($this->socket->sendAll($data, $this->until->left()) !== strlen($data)) {
            throw Failure::of($this->socket);
        }
    }

    /** @return list<int> */
    private function bytes(int $count): array
    {
        $got = $this->socket->recvAll($count, $this->until->left());
        if ($got === false || strlen($got) < $count) {
            throw Failure::of($this->socket);
        }
        return array_values(unpack('C*', $got));
    }
}
)PHP"sv},
{"tern\\internal\\client\\temporarypath", "tern:/library/Tern/Internal/Client/TemporaryPath.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** The path of a unix socket for datagrams, to which answers come. It goes with this object. */
final class TemporaryPath
{
    public readonly string $path;
    private readonly int $owner;

    public function __construct()
    {
        $this->owner = getmypid();
        $this->path = sys_get_temp_dir() . "/tern-client.$this->owner." . bin2hex(random_bytes(6)) . '.sock';
    }

    /** Not in a child of fork(). */
    public function __destruct()
    {
        if (getmypid() === $this->owner) {
            @unlink($this->path);
        }
    }
}
)PHP"sv},
{"tern\\internal\\interval", "tern:/library/Tern/Internal/Interval.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use DateInterval;
use DateTimeImmutable;

/** What a DateInterval is in seconds. */
final class Interval
{
    /** Counted from the beginning of 1970, in UTC. */
    public static function seconds(DateInterval $interval): float
    {
        return (float) (new DateTimeImmutable('@0'))->add($interval)->format('U.u');
    }
}
)PHP"sv},
{"tern\\internal\\keptsettings", "tern:/library/Tern/Internal/KeptSettings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

/** What was set on a statement is set again on the one that takes its place. */
trait KeptSettings
{
    /** @var array<string, callable> static ones, so that they do not keep the statement alive */
    private array $settings = [];

    private function keep(string $what, callable $apply): bool
    {
        $this->settings[$what] = $apply;
        return $apply($this->__object);
    }

    private function applyAll(): void
    {
        foreach ($this->settings as $apply) {
            $apply($this->__object);
        }
    }
}
)PHP"sv},
{"tern\\internal\\latch", "tern:/library/Tern/Internal/Latch.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;

/** Coroutines wait until it is opened, once and for all: whoever comes later does not wait. */
final class Latch
{
    /** @var array<int, true> the numbers of those who wait, in the order of their coming */
    private array $waiting = [];
    private bool $open = false;

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        if ($this->open) {
            return true;
        }
        $id = Coroutine::getCid();
        $this->waiting[$id] = true;
        try {
            return wait($timeout);
        } finally {
            unset($this->waiting[$id]);
        }
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while (($id = array_key_first($this->waiting)) !== null) {
            unset($this->waiting[$id]);
            wake($id);
        }
    }

    public function isWaitedFor(): bool
    {
        return $this->waiting !== [];
    }
}
)PHP"sv},
{"tern\\internal\\mysqlconnection", "tern:/library/Tern/Internal/MySQLConnection.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_result;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL;
use Swoole\Error;
use Throwable;

/**
 * A connection of Swoole\Coroutine\MySQL, by means of mysqli, and the statements that the server keeps for it. Calls return
 * false for what fails, and say why in $errno and $error; an error of the connection itself closes it.
 */
final class MySQLConnection
{
    /** Errors after which a connection is of no use. */
    private const LOST = [SWOOLE_MYSQLND_CR_CONNECTION_ERROR, SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR,
        SWOOLE_MYSQLND_CR_SERVER_LOST, SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, SWOOLE_MYSQLND_CR_MALFORMED_PACKET];

    /** What leaves nothing behind in a session that commits by itself: it calls nothing and sets nothing. */
    private const PLAIN = '~^\s*SELECT\b(?!.*\b(?:INTO|FOR|NEXTVAL|SQL_\w+)\b)[^(@:;/#-]*$~is';

    public int $errno = 0;
    public string $error = '';
    public int|string $affectedRows = 0;
    public int|string $insertId = 0;
    public bool $fetchMode = false;
    public bool $defer = false;
    public ?MySQLDeferred $deferred = null;

    private ?mysqli $mysqli = null;
    private MySQLStatements $statements;
    private ?MySQLOptions $options = null;
    /** Of connected_socket(). */
    private int $socket = 0;
    /** Has results that nobody has asked for yet. */
    private mysqli|mysqli_stmt|null $unread = null;
    /** The coroutine whose call is under way. */
    private int $user = 0;
    /** For uncooperate(). */
    private int $before = 0;
    /** Its session may be other than a new one. */
    private bool $used = false;
    public ?MySQLIdle $keeper = null;

    public function __construct()
    {
        $this->statements = new MySQLStatements();
    }

    public function __destruct()
    {
        $this->release();
    }

    /** Suspends. */
    public function open(MySQLOptions $options): bool
    {
        $this->options = $options;
        $this->keeper = MySQLIdle::of($options);
        $kept = $this->keeper?->take();
        if ($kept === false) {
            return $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The wait for a connection was cancelled');
        }
        if ($kept !== null) {
            [$this->mysqli, $this->statements->idle, , $this->socket] = $kept;
            take_socket($this->socket);
            return true;
        }
        $this->mysqli = $options->prepare();
        $this->enter($options->timeout);
        try {
            $options->connect($this->mysqli);
            $this->socket = connected_socket();
            return true;
        } catch (Throwable $thrown) {
            return $this->refused($thrown);
        } finally {
            $this->leave();
        }
    }

    public function isOpen(): bool
    {
        return $this->mysqli !== null;
    }

    /** The server's number of it. */
    public function id(): int
    {
        return $this->mysqli?->thread_id ?? -1;
    }

    /** Copies the outcome of the last call into properties. */
    public function describe(MySQL $client): void
    {
        $client->errno = $this->errno;
        $client->error = $this->error;
        $client->affected_rows = $this->affectedRows;
        $client->insert_id = $this->insertId;
        if ($this->mysqli === null) {
            $client->connected = false;
            $client->sock = -1;
        }
    }

    /** Suspends. */
    public function query(string $sql, float $timeout): mysqli_result|bool
    {
        if (!$this->enter($timeout)) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $result = @$this->mysqli->query($sql === '' ? ' ' : $sql);  // mysqli would not ask
            return $result === false ? $this->failed(null) : $this->done($this->mysqli, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Suspends, unless the server has a statement of that text already. */
    public function prepare(string $sql, float $timeout): mysqli_stmt|false
    {
        $statement = $this->user === 0 ? $this->statements->take($sql) : null;
        if ($statement !== null) {
            return $statement;
        }
        if (!$this->enter($timeout)) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $statement = @$this->mysqli->prepare($sql) ?: $this->failed(null);
            return $statement === false ? false : $this->statements->lend($statement);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * Suspends.
     *
     * @param array<mixed> $parameters
     */
    public function execute(mysqli_stmt $statement, array $parameters, float $timeout): mysqli_result|bool
    {
        if (!$this->enter($timeout)) {
            return false;
        }
        try {
            if ($parameters !== [] && !MySQLStatements::bind($statement, array_values($parameters))) {
                return $this->failed(null, $statement);
            }
            $result = @$statement->execute() ? $this->resultOf($statement) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($statement, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return mysqli_result|bool|null null: there is none
     */
    public function nextResult(?mysqli_stmt $statement, float $timeout): mysqli_result|bool|null
    {
        if ($this->mysqli !== null && $this->unread !== ($statement ?? $this->mysqli)) {
            return null;
        }
        if (!$this->enter($timeout, false)) {
            return false;
        }
        $source = $this->unread;
        try {
            $result = @$source->next_result() ? $this->resultOf($source) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($source, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Of one that is open. */
    public function escape(string $text): string
    {
        return $this->mysqli->real_escape_string($text);
    }

    /** Not after reset(). */
    public function has(mysqli_stmt $statement): bool
    {
        return $this->mysqli !== null && $this->statements->isLent($statement);
    }

    /** What was prepared is not needed any more, but may be soon. */
    public function giveBack(string $sql, mysqli_stmt $statement): void
    {
        if ($this->has($statement)) {
            $this->statements->giveBack($sql, $statement, $this->user !== 0 || $this->unread !== null);
        }
    }

    /** Closes a statement that the program had. */
    public function discard(mysqli_stmt $statement): void
    {
        if ($this->has($statement)) {
            $this->statements->discard($statement, $this->user !== 0 || $this->unread !== null);
        }
    }

    /** A new session, for whoever has the connection next: it is not for connect() any more. Suspends. */
    public function reset(): bool
    {
        $this->deferred?->cancel();
        $this->deferred = null;
        if (!$this->enter(0)) {
            return false;
        }
        try {
            $this->statements->close();
            [$this->keeper, $this->errno, $this->error] = [null, 0, ''];
            return $this->options->reset($this->mysqli) || $this->failed(null);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Whether the server answers. Suspends. */
    public function ping(): bool
    {
        return $this->query('DO 1', 0) !== false;
    }

    /** What is deferred is cancelled. */
    public function close(): void
    {
        $this->deferred?->cancel();
        $this->deferred = null;
        if ($this->user !== 0) {
            throw $this->busy();
        }
        $this->release();
    }

    public function fail(int $errno, string $error, string $state = 'HY000'): false
    {
        $this->errno = $errno;
        $this->error = "SQLSTATE[$state] [$errno] $error";
        return false;
    }

    /** @return bool false: it is closed */
    private function enter(float $timeout, bool $skips = true): bool
    {
        $me = Coroutine::getCid();
        if ($this->deferred !== null && !$this->deferred->isRunIn($me)) {
            return $this->fail(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
        }
        if ($this->user !== 0) {
            throw $this->busy();
        }
        $before = cooperate($timeout);
        if ($this->mysqli === null) {
            uncooperate($before);
            return $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
        }
        [$this->user, $this->before] = [$me, $before];
        return !$skips || $this->unread === null || $this->skip();
    }

    private function leave(): void
    {
        $this->user = 0;
        if ($this->unread === null) {
            $this->statements->closeUnwanted();
        }
        uncooperate($this->before);
    }

    private function busy(): Error
    {
        return new Error(
            "The connection has already been bound to another coroutine#$this->user, using it in coroutine#"
            . Coroutine::getCid() . ' at the same time is not allowed',
            SWOOLE_ERROR_CO_HAS_BEEN_BOUND,
        );
    }

    /** Results that nobody has asked for. */
    private function skip(): bool
    {
        try {
            while (@$this->unread?->next_result()) {
                $this->done($this->unread, $this->resultOf($this->unread));
            }
            $this->unread = null;
            return true;
        } catch (Throwable $thrown) {
            $this->failed($thrown);
            $this->leave();
            return false;
        }
    }

    private function resultOf(mysqli|mysqli_stmt $source): mysqli_result|bool
    {
        if ($this->mysqli->field_count === 0) {  // that of a statement stays what it was
            return true;
        }
        return $source instanceof mysqli ? @$source->store_result() : @$source->get_result();
    }

    private function done(mysqli|mysqli_stmt $source, mysqli_result|bool $result): mysqli_result|bool
    {
        if ($result === true) {
            $this->affectedRows = $source->affected_rows;
            $this->insertId = $source->insert_id;
        }
        $this->unread = $source->more_results() ? $source : null;
        $this->errno = 0;
        $this->error = '';
        return $result;
    }

    /** Says why in $errno and $error, and throws what does not come from the server. */
    private function failed(?Throwable $thrown, ?mysqli_stmt $statement = null): false
    {
        if ($thrown !== null && (!$thrown instanceof mysqli_sql_exception || $thrown->getPrevious() !== null)) {
            $this->drop();
            throw $thrown->getPrevious() ?? $thrown;
        }
        if (is_overdue()) {
            $this->drop();
            return $this->fail(SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR, 'MySQL server has gone away: no answer in time');
        }
        if ($thrown === null) {
            $from = $statement ?? $this->mysqli;
            $this->fail($from->errno, $from->error, $from->sqlstate);
        } else {
            $state = $thrown->getSqlState();
            $this->fail($thrown->getCode(), $thrown->getMessage(), $state === '00000' ? 'HY000' : $state);
        }
        if (in_array($this->errno, self::LOST, true)) {
            $this->drop();
        }
        return false;
    }

    private function refused(Throwable $thrown): bool
    {
        $overdue = is_overdue();
        $this->failed($thrown);
        $this->drop();
        return $overdue && $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'Connection timed out');
    }

    /** Lets the next connect() have it, or closes it. A statement that the program still has would disturb others. */
    private function release(): void
    {
        $keeper = $this->unread === null && $this->statements->areIdle() ? $this->keeper : null;
        if ($this->mysqli === null || $keeper === null || !$keeper->hasRoom()) {
            $this->drop();
            return;
        }
        if ($keeper->resets($this->used)) {
            $this->statements->close();  // now, as the server is told
        }
        [$mysqli, $statements, $this->mysqli] = [$this->mysqli, $this->statements->idle, null];
        $this->statements->drop();
        $keeper->keep($mysqli, $statements, $this->used, $this->socket);
    }

    private function drop(): void
    {
        [$mysqli, $this->mysqli, $this->unread] = [$this->mysqli, null, null];
        try {
            @$mysqli?->close();
        } catch (\Error) {  // it was never open
        }
        $this->statements->drop();
    }
}
)PHP"sv},
{"tern\\internal\\mysqldeferred", "tern:/library/Tern/Internal/MySQLDeferred.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use Swoole\Coroutine;
use Throwable;

/** A call that goes on in a coroutine of its own, until recv() asks for what it returned. */
final class MySQLDeferred
{
    private Latch $ended;
    private int $coroutine = 0;
    private mixed $result = false;
    private ?Throwable $thrown = null;

    public function __construct(public readonly int $owner)
    {
        $this->ended = new Latch();
    }

    public function start(Closure $call): void
    {
        $created = Coroutine::create(function () use ($call) {
            $this->coroutine = Coroutine::getCid();
            try {
                $this->result = $call();
            } catch (Throwable $thrown) {
                $this->thrown = $thrown;
            } finally {
                $this->coroutine = 0;
                $this->ended->open();
            }
        });
        if ($created === false) {
            $this->ended->open();
        }
    }

    public function isRunIn(int $coroutine): bool
    {
        return $this->coroutine === $coroutine;
    }

    /** What the call returned. Suspends. When the time is over before, the call fails. */
    public function result(float $timeout): mixed
    {
        if (!$this->ended->wait($timeout)) {
            $this->cancel();
        }
        return $this->thrown === null ? $this->result : throw $this->thrown;
    }

    /** Suspends until the call has failed. */
    public function cancel(): void
    {
        if ($this->coroutine !== 0) {
            Coroutine::cancel($this->coroutine);
            $this->ended->wait(0);
        }
    }
}
)PHP"sv},
{"tern\\internal\\mysqlidle", "tern:/library/Tern/Internal/MySQLIdle.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Timer;
use function count;

/**
 * Connections that programs closed a moment ago, for the next connect() with the same options in this worker. Their sessions
 * are as new ones: they were reset, or there was nothing to reset.
 */
final class MySQLIdle
{
    private const MOST = 32;
    /** One that was idle for longer is asked whether it is still there. */
    private const TRUSTED_NS = 50_000_000;
    /** Whoever finds none waits so long for one that is being reset, before a new one is made. */
    private const WAIT_S = 0.05;
    private const RESET_S = 1.0;

    /** @var array<string, self> by their options */
    private static array $all = [];
    /** How long they are kept. */
    private static ?float $time = null;

    /** @var list<array{mysqli, array<string, mysqli_stmt>, int, int}> each with its statements, since when it is idle, its socket */
    private array $idle = [];
    private int $resetting = 0;
    /** @var array<int, true> coroutines */
    private array $waiting = [];
    /** Whether a session after its reset is as a new one; null: not known yet. */
    private ?bool $suits = null;
    private bool $expires = false;

    private function __construct(private readonly MySQLOptions $options)
    {
    }

    /** @return self|null null: connections are not kept */
    public static function of(MySQLOptions $options): ?self
    {
        if (!in_worker()) {
            return null;
        }
        self::$time ??= (float) ini_get('tern.mysql_idle_time');
        return self::$time > 0 ? self::$all[$options->key] ??= new self($options) : null;
    }

    /**
     * May suspend.
     *
     * @return array{mysqli, array<string, mysqli_stmt>, int, int}|bool|null null: there is none; false: the wait was cancelled
     */
    public function take(): array|bool|null
    {
        if ($this->idle === [] && $this->resetting > count($this->waiting) && !$this->await()) {
            return false;
        }
        while (($kept = array_pop($this->idle)) !== null) {
            if (hrtime(true) - $kept[2] < self::TRUSTED_NS || $this->try($kept[0], false)) {
                return $kept;
            }
        }
        return null;
    }

    public function hasRoom(): bool
    {
        return $this->suits !== false && count($this->idle) + $this->resetting < self::MOST;
    }

    /** Whether it would have to be reset, which prepared statements do not survive. */
    public function resets(bool $used): bool
    {
        return $used || $this->suits === null;
    }

    /**
     * Where there is room. A reset is done in the background.
     *
     * @param array<string, mysqli_stmt> $statements none, if it has to be reset
     */
    public function keep(mysqli $mysqli, array $statements, bool $used, int $socket): void
    {
        if ($this->resets($used)) {
            Coroutine::create($this->reset(...), $mysqli, $socket);
        } else {
            $this->put($mysqli, $statements, $socket);
        }
    }

    private function await(): bool
    {
        $me = Coroutine::getCid();
        $this->waiting[$me] = true;
        try {
            return wait(self::WAIT_S) || swoole_last_error() !== SWOOLE_ERROR_CO_CANCELED;
        } finally {
            unset($this->waiting[$me]);
        }
    }

    private function reset(mysqli $mysqli, int $socket): void
    {
        ++$this->resetting;
        try {
            if ($this->try($mysqli, true)) {
                $this->put($mysqli, [], $socket);
            }
        } finally {
            --$this->resetting;
            if ($this->waiting !== []) {
                wake(array_key_first($this->waiting));
            }
        }
    }

    /** Whether a connection is still there, and after a reset of use. */
    private function try(mysqli $mysqli, bool $reset): bool
    {
        $before = cooperate(self::RESET_S);
        try {
            if (!$reset) {
                return @$mysqli->stat() !== false;
            }
            $this->suits ??= $this->options->resetsToNew($mysqli);
            return $this->suits && $this->options->reset($mysqli);
        } catch (mysqli_sql_exception) {
            return false;
        } finally {
            uncooperate($before);
        }
    }

    /** @param array<string, mysqli_stmt> $statements */
    private function put(mysqli $mysqli, array $statements, int $socket): void
    {
        $this->idle[] = [$mysqli, $statements, hrtime(true), $socket];
        if (!$this->expires) {
            $this->expireLater();
        }
    }

    private function expireLater(): void
    {
        $this->expires = Timer::after(max(1, (int) (self::$time * 1000)), $this->expire(...)) !== false;
    }

    private function expire(): void
    {
        $until = hrtime(true) - (int) (self::$time * 1e9);
        while ($this->idle !== [] && $this->idle[0][2] <= $until) {
            array_shift($this->idle);
        }
        $this->expires = false;
        if ($this->idle !== []) {
            $this->expireLater();
        } elseif ($this->resetting === 0) {
            unset(self::$all[$this->options->key]);
        }
    }
}
)PHP"sv},
{"tern\\internal\\mysqloptions", "tern:/library/Tern/Internal/MySQLOptions.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_sql_exception;
use Swoole\Coroutine\MySQL\Exception;

/** Where Swoole\Coroutine\MySQL connects to, and how. */
final class MySQLOptions
{
    public readonly float $timeout;
    public readonly bool $fetchMode;
    /** The same for the same options. */
    public readonly string $key;

    /**
     * @param array<string, mixed> $options as they are given to connect()
     *
     * @throws Exception if one is missing
     */
    public function __construct(private readonly array $options)
    {
        foreach (['host', 'user', 'password', 'database'] as $name) {
            if (!isset($options[$name])) {
                throw new Exception("Parameter [$name] is required", 11);
            }
        }
        $this->timeout = (float) ($options['timeout'] ?? 0);
        $this->fetchMode = (bool) ($options['fetch_mode'] ?? false);
        $this->key = serialize($options);
    }

    /**
     * All that can be said before the connection is made costs no round trip.
     *
     * @throws Exception if there is no such character set
     */
    public function prepare(): mysqli
    {
        $charset = (string) ($this->options['charset'] ?? 'utf8');
        $mysqli = mysqli_init();
        try {
            $known = @$mysqli->options(MYSQLI_SET_CHARSET_NAME, $charset);
        } catch (mysqli_sql_exception) {
            $known = false;
        }
        if (!$known) {
            throw new Exception("Unknown charset [$charset]", 11);
        }
        if (!empty($this->options['strict_type'])) {
            $mysqli->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
        }
        return $mysqli;
    }

    /**
     * Suspends.
     *
     * @throws mysqli_sql_exception
     */
    public function connect(mysqli $mysqli): void
    {
        $host = (string) $this->options['host'];
        $socket = null;
        if (str_starts_with($host, 'unix:')) {
            $socket = '/' . ltrim(substr($host, 5), '/');
            $host = 'localhost';
        } elseif ($host === 'localhost') {  // which mysqli takes for the unix socket
            $host = '127.0.0.1';
        }
        $tls = empty($this->options['ssl']) ? 0 : MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT;
        $connected = @$mysqli->real_connect(
            $host,
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database'],
            (int) ($this->options['port'] ?? 3306),
            $socket,
            $tls,
        );
        if (!$connected) {
            throw new mysqli_sql_exception((string) mysqli_connect_error(), mysqli_connect_errno());
        }
    }

    /** Makes a new session of that of a connection. Suspends. */
    public function reset(mysqli $mysqli): bool
    {
        return @$mysqli->change_user(
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database'],
        );
    }

    /** Whether sessions of this server begin as a reset leaves them: without a program of its own. Suspends. */
    public function resetsToNew(mysqli $mysqli): bool
    {
        $result = @$mysqli->query("SELECT @@global.init_connect = '' AND @@global.autocommit");
        return $result !== false && (int) $result->fetch_row()[0] === 1;
    }
}
)PHP"sv},
{"tern\\internal\\mysqlresults", "tern:/library/Tern/Internal/MySQLResults.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use mysqli_result;
use mysqli_stmt;

/** What Swoole\Coroutine\MySQL and its Statement have in common: they make calls and have results. */
trait MySQLResults
{
    public $affected_rows = 0;
    public $insert_id = 0;
    public $error = '';
    public $errno = 0;
    private ?MySQLConnection $connection = null;
    /** In fetch mode: the rows that are not fetched yet. */
    private ?mysqli_result $result = null;

    /** Copies the outcome of the last call into properties. */
    abstract private function update(): void;

    /**
     * In fetch mode: one row.
     *
     * @return array|false|null null: there are no more; false: the connection is closed
     */
    public function fetch(?float $timeout = 0)
    {
        return $this->mayFetch() ? $this->result?->fetch_assoc() : false;
    }

    /**
     * In fetch mode: the rows that have not been fetched yet.
     *
     * @return array|false false: the connection is closed
     */
    public function fetchAll(?float $timeout = 0)
    {
        if (!$this->mayFetch()) {
            return false;
        }
        return $this->result === null ? [] : $this->result->fetch_all(MYSQLI_ASSOC);
    }

    /**
     * What setDefer() made wait: the result of the call before. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     */
    public function recv(?float $timeout = 0)
    {
        $deferred = $this->connection?->deferred;
        if ($deferred === null || $deferred->owner !== spl_object_id($this)) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'There is nothing to receive');
        }
        try {
            return $deferred->result((float) $timeout);
        } finally {
            $this->connection->deferred = null;
        }
    }

    private function mayFetch(): bool
    {
        if ($this->connection !== null && $this->connection->isOpen()) {
            return true;
        }
        return $this->refuse(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
    }

    private function refuse(int $errno, string $error): bool
    {
        ($this->connection ??= new MySQLConnection())->fail($errno, $error);
        $this->update();
        return false;
    }

    /** Makes a call whose result recv() will return. */
    private function defer(Closure $call): bool
    {
        if ($this->connection->deferred !== null) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
        }
        $this->connection->deferred = new MySQLDeferred(spl_object_id($this));
        $this->connection->deferred->start($call);
        return true;
    }

    /** What a call returns to the program, given what it got. */
    private function settle(mysqli_result|bool|null $result): array|bool|null
    {
        $this->update();
        if (!$result instanceof mysqli_result) {
            return $result;
        }
        if ($this->connection->fetchMode) {
            $this->result = $result;
            return true;
        }
        return $result->fetch_all(MYSQLI_ASSOC);
    }

    private function advance(?mysqli_stmt $statement, float $timeout): array|bool|null
    {
        if (!$this->mayFetch()) {
            return false;
        }
        $this->result = null;
        $result = $this->connection->nextResult($statement, $timeout);
        $settled = $this->settle($result);
        return $result === true ? null : $settled;
    }
}
)PHP"sv},
{"tern\\internal\\mysqlstatements", "tern:/library/Tern/Internal/MySQLStatements.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli_stmt;
use function count;

/** The prepared statements that a server keeps for a connection. It is told of their end when their last reference is gone. */
final class MySQLStatements
{
    /** So many idle statements are kept; the one that was used longest ago is closed first. */
    private const MOST = 64;

    /** @var array<string, mysqli_stmt> by their text */
    public array $idle = [];
    /** @var array<int, mysqli_stmt> those that the program has, by spl_object_id() */
    private array $lent = [];
    /** @var list<mysqli_stmt> to be closed when no call is under way */
    private array $unwanted = [];

    public function take(string $sql): ?mysqli_stmt
    {
        $statement = $this->idle[$sql] ?? null;
        unset($this->idle[$sql]);
        return $statement === null ? null : $this->lend($statement);
    }

    public function lend(mysqli_stmt $statement): mysqli_stmt
    {
        return $this->lent[spl_object_id($statement)] = $statement;
    }

    /** Whether the program has it: a reset of the session takes it away. */
    public function isLent(mysqli_stmt $statement): bool
    {
        return isset($this->lent[spl_object_id($statement)]);
    }

    /** @param bool $busy whether a call is under way, or results are to come */
    public function giveBack(string $sql, mysqli_stmt $statement, bool $busy): void
    {
        if (isset($this->idle[$sql])) {
            $this->discard($statement, $busy);
            return;
        }
        unset($this->lent[spl_object_id($statement)]);
        $this->idle[$sql] = $statement;
        if (count($this->idle) > self::MOST) {
            $oldest = array_key_first($this->idle);
            $this->forget($this->idle[$oldest], $busy);
            unset($this->idle[$oldest]);
        }
    }

    /** Closes one that the program had. */
    public function discard(mysqli_stmt $statement, bool $busy): void
    {
        unset($this->lent[spl_object_id($statement)]);
        $this->forget($statement, $busy);
    }

    /** No call is under way any more. */
    public function closeUnwanted(): void
    {
        $this->unwanted = [];
    }

    /** No call is under way: all of them, also those that the program has. */
    public function close(): void
    {
        [$lent, $this->lent, $this->idle, $this->unwanted] = [$this->lent, [], [], []];
        foreach ($lent as $statement) {
            $statement->close();
        }
    }

    /** The connection is gone. */
    public function drop(): void
    {
        $this->lent = $this->idle = $this->unwanted = [];
    }

    /** @param list<mixed> $parameters */
    public static function bind(mysqli_stmt $statement, array $parameters): bool
    {
        $types = '';
        foreach ($parameters as $value) {
            $types .= is_int($value) || is_bool($value) ? 'i' : (is_float($value) ? 'd' : 's');
        }
        return $statement->bind_param($types, ...$parameters);
    }

    public function areIdle(): bool
    {
        return $this->lent === [] && $this->unwanted === [];
    }

    /** The server cannot be told while others use the connection. */
    private function forget(mysqli_stmt $statement, bool $busy): void
    {
        if ($busy) {
            $this->unwanted[] = $statement;
        }
    }
}
)PHP"sv},
{"tern\\internal\\pool\\clientmysqlsession", "tern:/library/Tern/Internal/Pool/ClientMysqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use mysqli_sql_exception;
use Swoole\Coroutine\MySQL;
use Tern\Internal\MySQLConnection;

/** Swoole\Coroutine\MySQL. Programs have classes that extend it, so it has no methods for that. */
final class ClientMysqlSession extends Session
{
    public function __construct(private readonly MySQL $client)
    {
        $client->connected || throw new mysqli_sql_exception((string) $client->connect_error, (int) $client->connect_errno);
        $this->connection()->keeper = null;  // what the pool closes counts no more, so it has to be gone
    }

    public function reset(): bool
    {
        $clean = $this->connection()?->reset() ?? false;
        $this->client->setDefer(false);
        $this->connection()?->describe($this->client);
        return $clean;
    }

    public function ping(): bool
    {
        return $this->connection()?->ping() ?? false;
    }

    public function close(): void
    {
        $this->client->close();
    }

    private function connection(): ?MySQLConnection
    {
        return Closure::bind(fn() => $this->connection, $this->client, MySQL::class)();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\clientpgsqlsession", "tern:/library/Tern/Internal/Pool/ClientPgsqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use Swoole\Coroutine\PostgreSQL;
use Tern\Internal\PostgreSQL\Link;
use Tern\PoolException;

/** Swoole\Coroutine\PostgreSQL. Programs have classes that extend it, so it has no methods for that. */
final class ClientPgsqlSession extends Session
{
    private readonly Link $link;

    public function __construct(PostgreSQL $client)
    {
        $this->link = Closure::bind(fn() => $this->link, $client, PostgreSQL::class)();
        $this->link->connection() !== null || throw new PoolException((string) ($client->error ?? 'not connected'));
    }

    public function reset(): bool
    {
        return $this->link->reset();
    }

    public function ping(): bool
    {
        return $this->link->query('SELECT 1')->isGood();
    }

    public function close(): void
    {
        $this->link->close();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\clientredissession", "tern:/library/Tern/Internal/Pool/ClientRedisSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use Swoole\Coroutine\Redis;
use Tern\PoolException;

/** Swoole\Coroutine\Redis. Programs have classes that extend it, so it has no methods for that. */
final class ClientRedisSession extends Session
{
    /** What it is as long as the program does not change it. */
    public const STATE = ['setting', 'compatible', 'deferred', 'password', 'database'];

    private readonly array $state;

    public function __construct(private readonly Redis $client)
    {
        $client->connected || throw new PoolException("$client->errMsg (" . swoole_strerror($client->errCode) . ')');
        $this->state = $this->within(function () {
            return array_map(fn(string $name) => $this->$name, array_combine(ClientRedisSession::STATE, ClientRedisSession::STATE));
        });
    }

    public function reset(): bool
    {
        if ($this->within(fn() => $this->connection === null || $this->subscribed || $this->pending !== [])) {
            return false;
        }
        ['password' => $password, 'database' => $database] = $this->state;
        // Servers before 6.2 do not know RESET: the rest is for them.
        $commands = [['RESET'], ...($password === '' ? [] : [['AUTH', $password]]), ['DISCARD'], ['UNWATCH'], ['SELECT', $database]];
        $replies = $this->exchange($commands);
        $state = $this->state;
        $this->within(function () use ($state) {
            foreach ($state as $name => $value) {
                $this->$name = $value;
            }
            $this->tune();
        });
        unset($replies['RESET'], $replies['DISCARD']);
        return !in_array(false, $replies, true);
    }

    /** One round trip. */
    private function exchange(array $commands): array
    {
        $this->client->setDefer();
        $sent = array_map($this->client->request(...), $commands);
        $replies = array_map(fn() => $this->client->recv(), $sent);
        return array_combine(array_column($commands, 0), $replies);
    }

    public function ping(): bool
    {
        return $this->client->ping() !== false;
    }

    public function close(): void
    {
        $this->client->close();
    }

    /** @param-closure-this Redis $closure */
    private function within(Closure $closure): mixed
    {
        return Closure::bind($closure, $this->client, Redis::class)();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\customsession", "tern:/library/Tern/Internal/Pool/CustomSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;

/** A connection that the program's own functions clean and ask. */
final class CustomSession extends Session
{
    public function __construct(
        private readonly object $connection,
        private readonly Closure $reset,
        private readonly ?Session $known,
    ) {
    }

    public function reset(): bool
    {
        return ($this->reset)($this->connection) !== false;
    }

    public function ping(): bool
    {
        return $this->known === null || $this->known->ping();
    }

    public function close(): void
    {
        $this->known?->close();
    }

    public function isHeld(int $usual): bool
    {
        return $this->known !== null && $this->known->isHeld($usual);
    }

    public function endTransaction(): void
    {
        $this->known?->endTransaction();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\member", "tern:/library/Tern/Internal/Pool/Member.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

/** A connection of a Tern\Pool and what the pool knows of it. Times are those of hrtime(), in seconds. */
final class Member
{
    /** Who has it: a coroutine, since when, taken where; 0: nobody */
    public int $cid = 0;
    public float $since = 0;
    public string $where = '';
    public float $idle_since = 0;
    /** A connection that is idle for longer than that may go. */
    public float $idle_time = 0;

    /** @param int $socket of Tern\Internal\connected_socket() */
    public function __construct(
        public readonly object $connection,
        public readonly Session $session,
        public int $socket,
        public readonly float $expires,
    ) {
    }

    public function isLentTo(int $cid): void
    {
        [$this->cid, $this->since, $this->where] = [$cid, Stock::now(), self::caller()];
    }

    /** @return array{cid: int, seconds: float, where: string} */
    public function holder(): array
    {
        return ['cid' => $this->cid, 'seconds' => Stock::now() - $this->since, 'where' => $this->where];
    }

    private static function caller(): string
    {
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 8) as $frame) {
            if (isset($frame['file']) && !str_starts_with($frame['file'], 'tern:')) {
                return "{$frame['file']}:{$frame['line']}";
            }
        }
        return 'an unknown place';
    }
}
)PHP"sv},
{"tern\\internal\\pool\\mysqlisession", "tern:/library/Tern/Internal/Pool/MysqliSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use mysqli;
use function Tern\Internal\reset_mysql;

/** mysqli, on PHP's own client library. */
final class MysqliSession extends Session
{
    private readonly string $charset;
    private readonly string $database;

    public function __construct(private readonly mysqli $mysqli)
    {
        $this->charset = $mysqli->character_set_name();
        $this->database = (string) $mysqli->query('SELECT DATABASE()')->fetch_row()[0];
    }

    public function reset(): bool
    {
        if ($this->mysqli->character_set_name() !== $this->charset && !$this->mysqli->set_charset($this->charset)) {
            return false;
        }
        return @reset_mysql($this->mysqli, $this->database);
    }

    public function ping(): bool
    {
        return @$this->mysqli->query('DO 1') !== false;
    }

    public function close(): void
    {
        $this->mysqli->close();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\pdomysqlsession", "tern:/library/Tern/Internal/Pool/PdoMysqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use function Tern\Internal\reset_mysql;

/** PDO of MySQL and MariaDB, on PHP's own client library. */
final class PdoMysqlSession extends PdoSession
{
    protected function clean(mixed $autocommit): bool
    {
        if (!@reset_mysql($this->pdo)) {
            return false;
        }
        if ((int) $autocommit === 0) {
            $this->pdo->exec('SET autocommit = 0');
        }
        return true;
    }

    public function ping(): bool
    {
        return @$this->pdo->exec('DO 1') !== false;
    }
}
)PHP"sv},
{"tern\\internal\\pool\\pdopgsqlsession", "tern:/library/Tern/Internal/Pool/PdoPgsqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use function Tern\Internal\references;

/** PDO of PostgreSQL. */
final class PdoPgsqlSession extends PdoSession
{
    /** That of this object and that of the member. */
    private const OWN_REFERENCES = 2;

    protected function clean(mixed $autocommit): bool
    {
        $this->endTransaction();
        return $this->pdo->exec('DISCARD ALL') !== false;
    }

    /** A statement tells the server when it goes, which would end the transaction of whoever is next. */
    public function isHeld(int $usual): bool
    {
        return references($this->pdo) > self::OWN_REFERENCES + $usual;
    }

    public function endTransaction(): void
    {
        if ($this->pdo->inTransaction()) {
            $this->pdo->exec('ROLLBACK');
        }
    }
}
)PHP"sv},
{"tern\\internal\\pool\\pdosession", "tern:/library/Tern/Internal/Pool/PdoSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use PDO;
use PDOException;
use Tern\PoolException;

/** PDO with any driver: transactions, and the attributes that it had when it was new. */
class PdoSession extends Session
{
    private const ATTRIBUTES = [PDO::ATTR_ERRMODE, PDO::ATTR_CASE, PDO::ATTR_ORACLE_NULLS, PDO::ATTR_STRINGIFY_FETCHES,
        PDO::ATTR_STATEMENT_CLASS, PDO::ATTR_DEFAULT_FETCH_MODE, PDO::ATTR_EMULATE_PREPARES, PDO::ATTR_AUTOCOMMIT];
    /** Of MySQL: buffered queries; of PostgreSQL: no prepared statements. */
    private const OF_DRIVER = 1000;

    private array $attributes = [];

    public static function ofDriver(PDO $pdo): self
    {
        return match ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'mysql' => new PdoMysqlSession($pdo, [self::OF_DRIVER]),
            'pgsql' => new PdoPgsqlSession($pdo, [self::OF_DRIVER]),
            default => new self($pdo, []),
        };
    }

    final public function __construct(protected readonly PDO $pdo, array $more)
    {
        $this->refusePersistent();
        $mode = $pdo->getAttribute(PDO::ATTR_ERRMODE);
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ([...self::ATTRIBUTES, ...$more] as $attribute) {
            try {
                $this->attributes[$attribute] = $pdo->getAttribute($attribute);
            } catch (PDOException) {  // the driver does not know it
            }
        }
        $this->attributes[PDO::ATTR_ERRMODE] = $mode;
        $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
    }

    private function refusePersistent(): void
    {
        if ($this->pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            throw new PoolException('A pool cannot keep persistent connections (PDO::ATTR_PERSISTENT): objects share them');
        }
    }

    final public function reset(): bool
    {
        $this->pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        if (!$this->clean($this->attributes[PDO::ATTR_AUTOCOMMIT] ?? 1)) {
            return false;
        }
        foreach (array_reverse($this->attributes, true) as $attribute => $value) {
            if ($this->pdo->getAttribute($attribute) !== $value) {
                $this->pdo->setAttribute($attribute, $value);
            }
        }
        return true;
    }

    protected function clean(mixed $autocommit): bool
    {
        return !$this->pdo->inTransaction() || $this->pdo->rollBack();
    }

    public function ping(): bool
    {
        return $this->pdo->query('SELECT 1') !== false;
    }
}
)PHP"sv},
{"tern\\internal\\pool\\pgsqlsession", "tern:/library/Tern/Internal/Pool/PgsqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use PgSql\Connection;

/** The functions of the pgsql extension. */
final class PgsqlSession extends Session
{
    public function __construct(private readonly Connection $connection)
    {
    }

    public function reset(): bool
    {
        if (pg_connection_busy($this->connection)) {
            return false;  // somebody's query is under way
        }
        $status = pg_transaction_status($this->connection);
        if ($status !== PGSQL_TRANSACTION_IDLE && !@pg_query($this->connection, 'ROLLBACK')) {
            return false;
        }
        return @pg_query($this->connection, 'DISCARD ALL') !== false;
    }

    public function ping(): bool
    {
        return @pg_query($this->connection, 'SELECT 1') !== false;
    }

    public function close(): void
    {
        pg_close($this->connection);
    }
}
)PHP"sv},
{"tern\\internal\\pool\\redissession", "tern:/library/Tern/Internal/Pool/RedisSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Redis;
use ReflectionClass;

/** The redis extension: transactions, WATCH, subscriptions, database, and the options that it had when it was new. */
final class RedisSession extends Session
{
    private readonly int $database;
    private readonly mixed $auth;
    private array $options = [];
    /** Servers before 6.2 do not know RESET. */
    private static bool $knows_reset = true;

    public function __construct(private readonly Redis $redis)
    {
        $this->database = $redis->getDBNum();
        $this->auth = $redis->getAuth();
        foreach (self::optionNumbers() as $option) {
            $this->options[$option] = $redis->getOption($option);
        }
    }

    private static function optionNumbers(): array
    {
        static $numbers = null;
        return $numbers ??= array_filter(
            (new ReflectionClass(Redis::class))->getConstants(),
            fn(string $name) => str_starts_with($name, 'OPT_'),
            ARRAY_FILTER_USE_KEY,
        );
    }

    public function reset(): bool
    {
        if ($this->redis->getMode() !== Redis::ATOMIC) {
            $this->redis->discard();
        }
        foreach ($this->options as $option => $value) {
            if ($this->redis->getOption($option) !== $value) {
                $this->redis->setOption($option, $value ?? '');
            }
        }
        return $this->clean() || (!self::$knows_reset && $this->clean());
    }

    /** One round trip. */
    private function clean(): bool
    {
        $commands = $this->redis->pipeline();
        if (self::$knows_reset) {
            $commands->rawCommand('RESET');
            if (!in_array($this->auth, [null, false, '', []], true)) {
                $commands->auth($this->auth);
            }
        }
        $answers = $commands->unwatch()->select($this->database)->exec();
        if (!is_array($answers)) {
            return false;
        }
        if (self::$knows_reset && $answers[0] === false && stripos((string) $this->redis->getLastError(), 'unknown') !== false) {
            self::$knows_reset = false;
            $this->redis->clearLastError();
            return false;
        }
        return !in_array(false, $answers, true) && ($answers[0] === true || $answers[0] === 'RESET');
    }

    public function ping(): bool
    {
        return $this->redis->ping() !== false;
    }

    public function close(): void
    {
        $this->redis->close();
    }
}
)PHP"sv},
{"tern\\internal\\pool\\resettablesession", "tern:/library/Tern/Internal/Pool/ResettableSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Tern\Pool\Resettable;

/** A connection that cleans itself. */
final class ResettableSession extends Session
{
    public function __construct(private readonly Resettable $connection)
    {
    }

    public function reset(): bool
    {
        return $this->connection->resetSession();
    }

    public function ping(): bool
    {
        return $this->connection->ping();
    }

    public function close(): void
    {
        if (is_callable([$this->connection, 'close'])) {
            $this->connection->close();
        }
    }
}
)PHP"sv},
{"tern\\internal\\pool\\session", "tern:/library/Tern/Internal/Pool/Session.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use mysqli;
use PDO;
use PgSql\Connection;
use Redis;
use Swoole\Coroutine\MySQL;
use Swoole\Coroutine\PostgreSQL;
use Swoole\Coroutine\Redis as Client;
use Tern\Pool\Resettable;
use Tern\PoolException;

/** How a kind of connection is made clean again, asked and closed. Methods that suspend are called with cooperate(). */
abstract class Session
{
    /** @throws PoolException if nobody knows how to clean such a connection */
    public static function of(object $connection): self
    {
        return match (true) {
            $connection instanceof Resettable => new ResettableSession($connection),
            $connection instanceof PDO => PdoSession::ofDriver($connection),
            $connection instanceof mysqli => new MysqliSession($connection),
            $connection instanceof Connection => new PgsqlSession($connection),
            $connection instanceof Redis => new RedisSession($connection),
            $connection instanceof MySQL => new ClientMysqlSession($connection),
            $connection instanceof PostgreSQL => new ClientPgsqlSession($connection),
            $connection instanceof Client => new ClientRedisSession($connection),
            default => throw new PoolException('A pool cannot clean a ' . get_debug_type($connection)
                . ': give it the argument "reset", or let the class implement ' . Resettable::class),
        };
    }

    /** As new. Suspends. False or an exception: it is of no use any more. */
    abstract public function reset(): bool;

    /** Whether the server answers. Suspends. */
    abstract public function ping(): bool;

    public function close(): void
    {
    }

    /**
     * Whether there are objects left that will talk to the server when they go.
     *
     * @param int $usual references on the connection that others may have
     */
    public function isHeld(int $usual): bool
    {
        return false;
    }

    /** For one that is held: what it locks on the server must not wait for reset(). Suspends. */
    public function endTransaction(): void
    {
    }
}
)PHP"sv},
{"tern\\internal\\pool\\settings", "tern:/library/Tern/Internal/Pool/Settings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use ValueError;

/** What a Tern\Pool was told. Times are seconds. */
final class Settings
{
    private const LEAST = ['size' => 1, 'min' => 0, 'timeout' => 0.001, 'maxLifetime' => 0, 'idleTime' => 0, 'jitter' => 0,
        'checkAfter' => 0, 'resetTimeout' => 0.001, 'cap' => 1];
    private const MOST = ['size' => 65_536, 'timeout' => 86_400, 'maxLifetime' => 31_536_000, 'idleTime' => 31_536_000,
        'jitter' => 1, 'checkAfter' => 31_536_000, 'resetTimeout' => 3_600, 'cap' => 65_536];
    private const POSITIONS = ['size' => 2, 'min' => 3, 'timeout' => 4, 'maxLifetime' => 5, 'idleTime' => 6, 'jitter' => 7,
        'checkAfter' => 8, 'resetTimeout' => 9, 'cap' => 12];

    public function __construct(
        public readonly Closure $connect,
        public readonly int $size,
        public readonly int $min,
        public readonly float $timeout,
        public readonly float $maxLifetime,
        public readonly float $idleTime,
        public readonly float $jitter,
        public readonly float $checkAfter,
        public readonly float $resetTimeout,
        public readonly ?Closure $setup,
        public readonly ?Closure $reset,
        public readonly ?int $cap,
        public readonly string $name,
    ) {
        foreach (self::LEAST as $name => $least) {
            $this->check($name, $least, self::MOST[$name] ?? $size);
        }
    }

    private function check(string $name, int|float $least, int|float $most): void
    {
        $value = $this->$name;
        if ($value === null || ($value >= $least && $value <= $most)) {
            return;
        }
        $position = self::POSITIONS[$name];
        throw new ValueError("Tern\Pool::__construct(): Argument #$position (\$$name) must be between $least and $most, $value given");
    }

    /** A time that is shorter by chance, so that not all connections are replaced at once. 0: never. */
    public function vary(float $seconds): float
    {
        return $seconds <= 0 ? INF : $seconds * (1 - $this->jitter * mt_rand() / mt_getrandmax());
    }
}
)PHP"sv},
{"tern\\internal\\pool\\stock", "tern:/library/Tern/Internal/Pool/Stock.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Database;
use Tern\Internal\SharedPlaces;
use Tern\PoolException;
use Throwable;
use function Tern\Internal\connected_socket;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_cut;
use function Tern\Internal\is_overdue;
use function Tern\Internal\is_quiet;
use function Tern\Internal\uncooperate;

/** The connections of a Tern\Pool: making, asking, cleaning and closing them. Who has them is the pool's affair. */
final class Stock
{
    private const FIRST_PAUSE = 0.01;
    private const LONGEST_PAUSE = 0.5;

    /** Connections, and places where one is being made. */
    public int $size = 0;
    /** @var list<Member> what was used last is at the end, and is used next */
    public array $idle = [];
    public int $created = 0;
    /** @var array<string, int> how many were closed, by the reason */
    public array $closed = [];

    /** @param SharedPlaces|null $shared of all processes */
    public function __construct(private readonly Settings $settings, private readonly ?SharedPlaces $shared)
    {
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** Whether there may be one more; then its place is taken. */
    public function tryPlace(): bool
    {
        if ($this->size >= $this->settings->size || $this->shared?->tryTake($this->size) === false) {
            return false;
        }
        ++$this->size;
        return true;
    }

    public function givePlace(): void
    {
        --$this->size;
        $this->shared?->giveBack();
    }

    /** Whether another process should have the place of a connection that nobody here waits for; or even then. */
    public function isNeededElsewhere(bool $waited_for): bool
    {
        if ($this->shared === null) {
            return false;
        }
        return $waited_for ? $this->size > 1 && $this->shared->isStarved()
            : $this->size > $this->settings->min && $this->shared->isWanted();
    }

    /**
     * Makes a connection in a place that was taken. While the server cannot be reached it is tried again. Suspends.
     *
     * @throws Throwable what the program's function threw, when the time is over or another attempt is of no use; the place
     *     is free again then
     */
    public function make(float $until): Member
    {
        $made = null;
        $canceled = Coroutine::isCanceled();
        try {
            for ($pause = self::FIRST_PAUSE; $made === null; $pause = min($pause * 2, self::LONGEST_PAUSE)) {
                try {
                    $made = $this->attempt($until);
                } catch (Throwable $error) {
                    $again = self::now() + $pause < $until && $canceled === Coroutine::isCanceled();
                    if (!$again || !Database::isConnectionLost($error) || !Coroutine::sleep($pause)) {
                        throw $error;
                    }
                }
            }
            ++$this->created;
            return $made;
        } finally {
            if ($made === null) {
                $this->givePlace();
            }
        }
    }

    private function attempt(float $until): Member
    {
        return $this->cooperatively($until - self::now(), function () {
            $connection = ($this->settings->connect)();
            if (!is_object($connection)) {
                $type = get_debug_type($connection);
                throw new PoolException("The function of pool '{$this->settings->name}' must return a connection, $type returned");
            }
            $session = $this->sessionOf($connection);
            if ($this->settings->setup !== null) {
                ($this->settings->setup)($connection);
            }
            $expires = self::now() + $this->settings->vary($this->settings->maxLifetime);
            return new Member($connection, $session, connected_socket(), $expires);
        });
    }

    private function sessionOf(object $connection): Session
    {
        $reset = $this->settings->reset;
        if ($reset === null) {
            return Session::of($connection);
        }
        try {
            return new CustomSession($connection, $reset, Session::of($connection));
        } catch (PoolException) {
            return new CustomSession($connection, $reset, null);
        }
    }

    /** An idle connection that is still there; null: none is idle. Suspends if one has been idle for long. */
    public function take(): ?Member
    {
        while (($member = array_pop($this->idle)) !== null) {
            $reason = 'canceled';
            try {
                $reason = $this->whyNot($member);
            } finally {
                $reason === null || $this->close($member, $reason);
            }
            if ($reason === null) {
                return $member;
            }
        }
        return null;
    }

    private function whyNot(Member $member): ?string
    {
        $now = self::now();
        if ($now >= $member->expires) {
            return 'lifetime';
        }
        if ($member->socket !== 0 && (!is_quiet($member->socket) || is_cut($member->socket))) {
            return 'lost';
        }
        $asked = $now - $member->idle_since < $this->settings->checkAfter;
        return $asked || $this->succeeds(fn() => $member->session->ping()) ? null : 'lost';
    }

    /** What was done with it must not lock others for longer. Suspends. */
    public function endTransaction(Member $member): void
    {
        if (is_cut($member->socket)) {
            return;
        }
        try {
            $this->cooperatively($this->settings->resetTimeout, fn() => $member->session->endTransaction());
        } catch (Throwable) {  // cleaning will fail as well
        }
    }

    /**
     * Waits until nobody has the connection or a statement of it any more. Suspends.
     *
     * @return bool false: it took too long, and it is closed
     */
    public function awaitRelease(Member $member): bool
    {
        $until = self::now() + $this->settings->resetTimeout;
        $held = true;
        try {
            for ($pause = 0.001; $held = $member->session->isHeld(0); $pause = min($pause * 2, 0.05)) {
                if (self::now() >= $until || !Coroutine::sleep($pause)) {
                    break;
                }
            }
        } finally {
            $held && $this->close($member, 'kept');
        }
        return !$held;
    }

    /** Makes a connection as new. Suspends. False: it is closed. */
    public function clean(Member $member): bool
    {
        [$done, $why] = [false, 'reset'];
        try {
            $why = self::now() >= $member->expires ? 'lifetime' : (is_cut($member->socket) ? 'cut' : 'reset');
            $done = $why === 'reset' && $this->succeeds(fn() => $this->reset($member)) && !is_cut($member->socket);
        } finally {
            $done || $this->close($member, $why);
        }
        return $done;
    }

    private function reset(Member $member): bool
    {
        if (!$member->session->reset()) {
            return false;
        }
        if ($this->settings->setup !== null) {
            ($this->settings->setup)($member->connection);
        }
        $socket = connected_socket();  // a client that connects again by itself
        $member->socket = $socket === 0 ? $member->socket : $socket;
        return !is_overdue();
    }

    /** @throws CanceledException if that is why it does not succeed */
    private function succeeds(Closure $what): bool
    {
        $canceled = Coroutine::isCanceled();
        try {
            $done = $this->cooperatively($this->settings->resetTimeout, $what);
        } catch (CanceledException $thrown) {
            throw $thrown;
        } catch (Throwable) {
            $done = false;
        }
        return $done || $canceled || !Coroutine::isCanceled() ? $done : throw new CanceledException('The coroutine was cancelled');
    }

    public function keep(Member $member): void
    {
        $member->idle_since = self::now();
        $member->idle_time = $this->settings->vary($this->settings->idleTime);
        $this->idle[] = $member;
    }

    /** Closes a connection that nobody has, and gives up its place. */
    public function close(Member $member, string $reason): void
    {
        $this->closed[$reason] = ($this->closed[$reason] ?? 0) + 1;
        --$this->size;
        try {
            @$member->session->close();
        } catch (Throwable) {  // it was gone already
        } finally {
            $this->shared?->giveBack();
        }
    }

    /** Closes what has been idle for too long, is too old, or is needed elsewhere. */
    public function tidy(): void
    {
        $kept = [];
        foreach ($this->idle as $member) {
            $reason = $this->whyClose($member);
            $reason === null ? $kept[] = $member : $this->close($member, $reason);
        }
        $this->idle = $kept;
    }

    private function whyClose(Member $member): ?string
    {
        $now = self::now();
        return match (true) {
            $now >= $member->expires => 'lifetime',
            $now - $member->idle_since >= $member->idle_time && $this->size > $this->settings->min => 'idle',
            $this->isNeededElsewhere(false) => 'cap',
            default => null,
        };
    }

    /** Calls of the pool's own suspend, whatever hooks the program wants, and end in time. */
    private function cooperatively(float $timeout, Closure $call): mixed
    {
        $before = cooperate(max($timeout, 0.001));
        try {
            return $call();
        } finally {
            uncooperate($before);
        }
    }
}
)PHP"sv},
{"tern\\internal\\pool\\waiter", "tern:/library/Tern/Internal/Pool/Waiter.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

/** A coroutine that waits for a connection of a Tern\Pool, or for a place to make one. */
final class Waiter
{
    public bool $served = false;
    public ?Member $member = null;
}
)PHP"sv},
{"tern\\internal\\postgresql\\answer", "tern:/library/Tern/Internal/PostgreSQL/Answer.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use PgSql\Result;

/** What became of a command: its result, or why there is none. */
final class Answer
{
    private const FIELDS = ['severity' => PGSQL_DIAG_SEVERITY, 'sqlstate' => PGSQL_DIAG_SQLSTATE,
        'message_primary' => PGSQL_DIAG_MESSAGE_PRIMARY, 'message_detail' => PGSQL_DIAG_MESSAGE_DETAIL,
        'message_hint' => PGSQL_DIAG_MESSAGE_HINT, 'statement_position' => PGSQL_DIAG_STATEMENT_POSITION,
        'internal_position' => PGSQL_DIAG_INTERNAL_POSITION, 'internal_query' => PGSQL_DIAG_INTERNAL_QUERY,
        'content' => PGSQL_DIAG_CONTEXT, 'schema_name' => PGSQL_DIAG_SCHEMA_NAME, 'table_name' => PGSQL_DIAG_TABLE_NAME,
        'column_name' => PGSQL_DIAG_COLUMN_NAME, 'datatype_name' => PGSQL_DIAG_DATATYPE_NAME,
        'constraint_name' => PGSQL_DIAG_CONSTRAINT_NAME, 'source_file' => PGSQL_DIAG_SOURCE_FILE,
        'source_line' => PGSQL_DIAG_SOURCE_LINE, 'source_function' => PGSQL_DIAG_SOURCE_FUNCTION];

    /**
     * @param string|null $error null: none
     * @param int $code errno of a connection that failed
     */
    public function __construct(
        public readonly ?Result $result,
        public readonly ?string $error = null,
        public readonly int $code = 0,
        private readonly ?array $notices = null,
    ) {
    }

    public function isGood(): bool
    {
        return $this->error === null;
    }

    /** Into the properties that the classes of the API have for it. */
    public function report(object ...$to): void
    {
        $diagnosis = $this->error === null || $this->result === null ? null : $this->diagnosis();
        foreach ($to as $object) {
            $object->error = $this->error;
            $object->errCode = $this->code;
            $object->resultStatus = $this->result === null ? 0 : pg_result_status($this->result);
            $object->resultDiag = $diagnosis;
            $object->notices = $this->notices;
        }
    }

    private function diagnosis(): array
    {
        return array_map(fn(int $field) => pg_result_error_field($this->result, $field) ?: null, self::FIELDS);
    }
}
)PHP"sv},
{"tern\\internal\\postgresql\\largeobject", "tern:/library/Tern/Internal/PostgreSQL/LargeObject.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use PgSql\Lob;

/** A large object as a stream. It is open until the transaction ends. */
final class LargeObject
{
    private const SCHEME = 'tern-lob';
    /** @var resource|null the options of open() */
    public $context;
    private Link $link;
    private Lob $object;
    private int|string $oid;
    private bool $over = false;

    /** @return resource|false */
    public static function open(Link $link, int|string $oid, string $mode)
    {
        if (!in_array(self::SCHEME, stream_get_wrappers(), true)) {
            stream_wrapper_register(self::SCHEME, self::class);
        }
        $options = stream_context_create([self::SCHEME => ['link' => $link, 'oid' => $oid]]);
        return @fopen(self::SCHEME . '://', $mode, false, $options);
    }

    /** @return int|string|null the number of the object that a stream is; null: it is none */
    public static function number(mixed $stream): int|string|null
    {
        $data = stream_get_meta_data($stream)['wrapper_data'] ?? null;
        return $data instanceof self ? $data->oid : null;
    }

    public function stream_open(string $path, string $mode): bool
    {
        ['link' => $this->link, 'oid' => $this->oid] = stream_context_get_options($this->context)[self::SCHEME];
        $mode = strpbrk($mode, 'wa+') === false ? 'r' : 'r+';
        $object = $this->call(fn() => @pg_lo_open($this->link->connection(), $this->oid, $mode));
        if ($object === false) {
            return false;
        }
        $this->object = $object;
        return true;
    }

    public function stream_read(int $count): string|false
    {
        $data = $this->call(fn() => @pg_lo_read($this->object, $count));
        $this->over = $data === false || strlen($data) < $count;
        return $data;
    }

    public function stream_write(string $data): int
    {
        return (int) $this->call(fn() => @pg_lo_write($this->object, $data));
    }

    public function stream_seek(int $offset, int $from): bool
    {
        $this->over = false;
        return $this->call(fn() => pg_lo_seek($this->object, $offset, $from));
    }

    public function stream_tell(): int
    {
        return $this->call(fn() => pg_lo_tell($this->object));
    }

    public function stream_eof(): bool
    {
        return $this->over;
    }

    public function stream_flush(): bool
    {
        return true;
    }

    public function stream_stat(): array
    {
        return [];
    }

    private function call(callable $function): mixed
    {
        if ($this->link->connection() === null) {
            return false;
        }
        $value = false;
        $this->link->using(function () use ($function, &$value) {
            $value = $function();
            return new Answer(null);
        });
        return $value;
    }
}
)PHP"sv},
{"tern\\internal\\postgresql\\link", "tern:/library/Tern/Internal/PostgreSQL/Link.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use Error;
use PgSql\Connection;
use PgSql\Result;
use Swoole\Coroutine;
use Throwable;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_overdue;
use function Tern\Internal\uncooperate;

/** A connection to a PostgreSQL server, for one coroutine at a time, that suspends it whatever the hooks are. */
final class Link
{
    private const PREFIX = 'tern_';
    private const TIMED_OUT = 110;
    private const BAD = [PGSQL_BAD_RESPONSE, PGSQL_FATAL_ERROR, PGSQL_EMPTY_QUERY];
    private const COPY = [PGSQL_COPY_IN, PGSQL_COPY_OUT];

    private ?Connection $connection = null;
    /** The coroutine that waits in a call; 0: none. */
    private int $user = 0;
    private int $names = 0;
    /** Names up to this one are of a connection that is closed. */
    private int $lost = 0;
    /** @var list<string> prepared statements that the program does not have any more */
    private array $unused = [];

    public function connection(): ?Connection
    {
        return $this->connection;
    }

    /** @param float $timeout in seconds; 0 or less: no limit */
    public function connect(string $options, float $timeout): Answer
    {
        return $this->using(fn() => $this->reach($options), $timeout);
    }

    public function close(): void
    {
        if ($this->connection !== null) {
            pg_close($this->connection);
        }
        [$this->connection, $this->lost, $this->unused] = [null, $this->names, []];
    }

    public function query(string $sql): Answer
    {
        return $this->ask(static fn(Connection $connection) => @pg_send_query($connection, $sql));
    }

    public function prepare(string $name, string $sql): Answer
    {
        $this->forget();
        return $this->ask(static fn(Connection $connection) => @pg_send_prepare($connection, $name, $sql));
    }

    public function execute(string $name, array $values): Answer
    {
        return $this->ask(static fn(Connection $connection) => @pg_send_execute($connection, $name, $values));
    }

    /** A new session. */
    public function reset(): bool
    {
        if ($this->connection === null) {
            return false;
        }
        $begun = pg_transaction_status($this->connection) !== PGSQL_TRANSACTION_IDLE;
        if ($begun && !$this->query('ROLLBACK')->isGood()) {
            return false;
        }
        [$this->lost, $this->unused] = [$this->names, []];
        return $this->query('DISCARD ALL')->isGood();
    }

    /** A name that no prepared statement has. */
    public function name(): string
    {
        return self::PREFIX . ++$this->names;
    }

    public function unused(string $name): void
    {
        if ((int) substr($name, strlen(self::PREFIX)) > $this->lost) {
            $this->unused[] = $name;
        }
    }

    /**
     * Suspends in what the function does with the connection. An exception closes it: an answer may be on its way.
     *
     * @param callable(): Answer $call
     */
    public function using(callable $call, float $timeout = 0): Answer
    {
        $id = Coroutine::getCid();
        if ($id < 0) {
            throw new Error('API must be called in the coroutine');
        }
        if ($this->user !== 0) {
            throw new \Swoole\Error("Coroutine #$this->user uses this PostgreSQL already: coroutine #$id cannot");
        }
        $this->user = $id;
        $before = cooperate($timeout);
        try {
            return $call();
        } catch (Throwable $thrown) {
            $this->close();
            throw $thrown;
        } finally {
            uncooperate($before);
            $this->user = 0;
        }
    }

    /** @param callable(Connection): bool $send */
    private function ask(callable $send): Answer
    {
        if ($this->connection === null) {
            return new Answer(null, 'not connected');
        }
        return $this->using(fn() => $this->exchange($send));
    }

    private function exchange(callable $send): Answer
    {
        if (!$send($this->connection)) {
            return $this->failure();
        }
        $last = $copy = null;
        while ($result = pg_get_result($this->connection)) {
            if (in_array(pg_result_status($result), self::COPY, true)) {
                $copy = new Answer(null, 'COPY from or to the client is not supported');
                pg_end_copy($this->connection);
            }
            $last = $last !== null && in_array(pg_result_status($last), self::BAD, true) ? $last : $result;
        }
        return $copy ?? ($last === null ? $this->failure() : $this->judge($last));
    }

    private function judge(Result $result): Answer
    {
        $state = pg_result_status($result);
        if (!in_array($state, self::BAD, true)) {
            return new Answer($result, null, 0, $this->notices());
        }
        $error = pg_result_error($result) ?: 'the query is empty';
        if ($state !== PGSQL_EMPTY_QUERY && !pg_result_error_field($result, PGSQL_DIAG_SQLSTATE)) {
            $this->close();  // not the server's error: an answer may be on its way
            return new Answer($result, $error);
        }
        $notices = $this->notices();
        if (pg_connection_status($this->connection) !== PGSQL_CONNECTION_OK) {
            $this->close();
        }
        return new Answer($result, $error, 0, $notices);
    }

    private function notices(): ?array
    {
        $notices = pg_last_notice($this->connection, PGSQL_NOTICE_ALL) ?: null;
        if ($notices !== null) {
            pg_last_notice($this->connection, PGSQL_NOTICE_CLEAR);
        }
        return $notices;
    }

    private function failure(): Answer
    {
        $error = pg_last_error($this->connection);
        $this->close();
        return new Answer(null, $error);
    }

    private function reach(string $options): Answer
    {
        $this->close();
        error_clear_last();
        $connection = @pg_connect($options, PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC);
        if ($connection === false) {
            return $this->refusal(preg_replace('/^pg_connect\(\): /', '', error_get_last()['message'] ?? ''));
        }
        while (($state = pg_connect_poll($connection)) !== PGSQL_POLLING_OK) {
            if ($state === PGSQL_POLLING_FAILED || is_overdue()) {
                $refusal = $this->refusal(pg_last_error($connection));
                pg_close($connection);
                return $refusal;
            }
            self::await($connection, $state === PGSQL_POLLING_READING);
        }
        $this->connection = $connection;
        return new Answer(null);
    }

    private function refusal(string $error): Answer
    {
        return is_overdue()
            ? new Answer(null, swoole_strerror(self::TIMED_OUT), self::TIMED_OUT)
            : new Answer(null, $error === '' ? 'Unable to connect to PostgreSQL server' : $error);
    }

    private static function await(Connection $connection, bool $reading): void
    {
        $socket = [pg_socket($connection)];
        [$read, $write, $except] = $reading ? [$socket, [], []] : [[], $socket, []];
        if (@stream_select($read, $write, $except, null) === false) {
            Coroutine::sleep(0.001);
        }
    }

    private function forget(): void
    {
        if ($this->unused === [] || pg_transaction_status($this->connection) === PGSQL_TRANSACTION_INERROR) {
            return;
        }
        $names = $this->unused;
        $this->unused = [];
        $this->query('DEALLOCATE ' . implode('; DEALLOCATE ', $names));
    }
}
)PHP"sv},
{"tern\\internal\\processpool\\receiver", "tern:/library/Tern/Internal/ProcessPool/Receiver.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\ProcessPool;

use Closure;
use Swoole\Coroutine;
use Swoole\Process;
use Tern\Internal\Supervisor;

/** Where the messages of a pool come from: clients, a queue, or the pipe of the worker. */
final class Receiver
{
    private const PATIENCE = 5; // seconds for a client to send its message and to take the answer
    private const LARGEST_DATAGRAM = 1 << 20;

    private ?Supervisor $supervisor = null;
    private ?Closure $handle = null;
    private array $settings = [];
    private array $answers = [];

    /** @param resource|null $listener */
    private function __construct(private $listener, private ?Process $queue, private ?Process $process, private ?string $path = null)
    {
    }

    public static function atAddress(string $host, int $port, int $backlog): ?self
    {
        $path = str_starts_with($host, 'unix:') ? '/' . ltrim(substr($host, 5), '/') : null;
        if ($path !== null && @filetype($path) === 'socket') {
            unlink($path);
        }
        $address = $path !== null ? "unix://$path" : (str_contains($host, ':') ? "tcp://[$host]:$port" : "tcp://$host:$port");
        $context = stream_context_create(['socket' => ['backlog' => $backlog]]);
        $listener = stream_socket_server($address, $error, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
        if ($listener === false) {
            return null;
        }
        stream_set_blocking($listener, false);
        return new self($listener, null, null, $path);
    }

    public static function ofQueue(Process $queue, int $key): self
    {
        $queue->useQueue($key !== 0 ? $key : random_int(1, 0x7fffffff), 2 | Process::IPC_NOWAIT);
        return new self(null, $queue, null, $key === 0 ? '' : null);
    }

    public static function ofProcess(Process $process): self
    {
        return new self(null, null, $process);
    }

    /** In the master, when all is over. */
    public function close(): void
    {
        if ($this->queue !== null && $this->path === '') {
            $this->queue->freeQueue();
        } elseif ($this->listener !== null) {
            fclose($this->listener);
            if ($this->path !== null) {
                @unlink($this->path);
            }
        }
    }

    /** Until the worker is to leave. */
    public function run(Supervisor $supervisor, array $settings, Closure $handle): void
    {
        [$this->supervisor, $this->settings, $this->handle] = [$supervisor, $settings, $handle];
        if ($this->listener !== null) {
            $this->accept();
        } elseif ($this->queue !== null) {
            $this->pop();
        } else {
            $this->read();
        }
    }

    public function answer(string $data): bool
    {
        $id = $this->settings === [] ? -2 : Coroutine::getCid();
        if (!isset($this->answers[$id])) {
            return false;
        }
        $this->answers[$id] .= $data;
        return true;
    }

    private function accept(): void
    {
        while ($this->supervisor->wait($this->listener, -1) !== null) {
            $client = @stream_socket_accept($this->listener, 0);
            if ($client === false) {
                continue; // another worker was faster
            }
            $this->settings['enable_coroutine'] ? Coroutine::create($this->serve(...), $client) : $this->serve($client);
        }
    }

    /** @param resource $client */
    private function serve($client): void
    {
        stream_set_blocking($client, true);
        stream_set_timeout($client, self::PATIENCE);
        $data = $this->receive($client);
        if ($data === null) {
            fclose($client);
            return;
        }
        $id = Coroutine::getCid();
        $this->answers[$id] = '';
        try {
            ($this->handle)($data);
            $answer = $this->answers[$id];
        } finally {
            unset($this->answers[$id]);
        }
        if ($answer !== '') {
            @fwrite($client, pack('N', strlen($answer)) . $answer);
        }
        fclose($client);
    }

    /** @param resource $client */
    private function receive($client): ?string
    {
        $head = $this->receiveBytes($client, 4);
        if ($head === null) {
            return null;
        }
        $length = unpack('N', $head)[1];
        if ($length > $this->settings['max_package_size']) {
            trigger_error("a client of the pool sends $length bytes: more than max_package_size", E_USER_WARNING);
            return null;
        }
        return $length === 0 ? '' : $this->receiveBytes($client, $length);
    }

    /** @param resource $client */
    private function receiveBytes($client, int $length): ?string
    {
        $data = '';
        while (strlen($data) < $length) {
            $piece = fread($client, $length - strlen($data));
            if ($piece === false || $piece === '') {
                return null;
            }
            $data .= $piece;
        }
        return $data;
    }

    private function pop(): void
    {
        $pause = 0.001;
        while (!$this->supervisor->isLeaving()) {
            $data = $this->queue->pop();
            if ($data !== false) {
                $pause = 0.001;
                $this->tell($data);
            } elseif ($this->supervisor->wait(null, $pause) === null) {
                return;
            } else {
                $pause = min(0.01, $pause * 2);
            }
        }
    }

    private function read(): void
    {
        while ($this->supervisor->wait($this->process->pipe, -1) !== null) {
            $this->process->setBlocking(false);
            $data = $this->process->read(self::LARGEST_DATAGRAM);
            if ($data !== false) {
                $this->tell($data);
            }
        }
    }

    private function tell(string $data): void
    {
        $this->settings['enable_coroutine'] ? Coroutine::create($this->handle, $data) : ($this->handle)($data);
    }
}
)PHP"sv},
{"tern\\internal\\redis\\connection", "tern:/library/Tern/Internal/Redis/Connection.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use Swoole\Coroutine;
use function count;
use function feof;
use function fread;
use function fwrite;
use function strlen;
use function strpos;
use function substr;

/** A connection to a Redis server and the protocol (RESP 2) on it. Its calls block: hooks make them suspend. */
final class Connection
{
    /** Of seconds. A stream without a limit would go on waiting after Coroutine::cancel(). */
    private const FOREVER = 2e6;
    private const PIECE = 8192;

    /** What the last reply was refused with; null: it was not. */
    public ?string $error = null;
    /** What missing strings are. */
    public ?bool $nil = null;
    public bool $serialized = false;

    /** What has come and is not read yet, from $at on. */
    private string $buffer = '';
    private int $at = 0;

    /** @param resource $stream */
    private function __construct(private $stream)
    {
    }

    /**
     * @param string $host a name, an address, or unix:/path
     * @param float $timeout in seconds; 0 or less: no limit
     * @throws Failure
     */
    public static function open(string $host, int $port, float $timeout): self
    {
        $at = match (true) {
            str_starts_with($host, 'unix:/') => 'unix://' . substr($host, strlen('unix:')),
            str_contains($host, ':') => "tcp://[$host]:$port",
            default => "tcp://$host:$port",
        };
        $options = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $limit = $timeout > 0 ? $timeout : self::FOREVER;
        $stream = @stream_socket_client($at, $errno, $message, $limit, STREAM_CLIENT_CONNECT, $options);
        if ($stream !== false) {
            return new self($stream);
        }
        throw $errno === 0
            ? new Failure(SWOOLE_REDIS_ERR_OTHER, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, $message)
            : new Failure(SWOOLE_REDIS_ERR_IO, $errno);
    }

    /** @param float $timeout of each wait for the server, in seconds; 0 or less: no limit */
    public function limit(float $timeout): void
    {
        $seconds = $timeout > 0 ? min($timeout, self::FOREVER) : self::FOREVER;
        stream_set_timeout($this->stream, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
    }

    /** The number of the stream. */
    public function id(): int
    {
        return get_resource_id($this->stream);
    }

    /** Whether the server has closed it, and all that it sent before has been read. */
    public function isOver(): bool
    {
        return $this->at === strlen($this->buffer) && feof($this->stream);
    }

    /** Ends the wait of whoever reads. */
    public function shutdown(): void
    {
        stream_socket_shutdown($this->stream, STREAM_SHUT_RDWR);
    }

    public function close(): void
    {
        fclose($this->stream);
    }

    /** @throws Failure */
    public function send(array $words): void
    {
        $request = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $word = (string) $word;
            $request .= '$' . strlen($word) . "\r\n$word\r\n";
        }
        if (@fwrite($this->stream, $request) !== strlen($request)) {
            throw $this->failure();
        }
    }

    /**
     * The next reply: a string, a number, true for OK, an array, null or $nil for nothing, false with $error for an
     * error.
     *
     * @throws Failure
     */
    public function read(): mixed
    {
        $this->error = null;
        $reply = $this->reply();
        if ($this->at === strlen($this->buffer)) {
            [$this->buffer, $this->at] = ['', 0];
        }
        return $reply;
    }

    private function reply(): mixed
    {
        while (($end = strpos($this->buffer, "\r\n", $this->at)) === false) {
            $this->fill(self::PIECE);
        }
        $line = substr($this->buffer, $this->at, $end - $this->at);
        $this->at = $end + 2;
        switch ($line[0] ?? '') {
            case '$':
                return $this->string((int) substr($line, 1));
            case ':':
                return (int) substr($line, 1);
            case '+':
                return $line === '+OK' ? true : substr($line, 1);
            case '*':
                return $this->items((int) substr($line, 1));
            case '-':
                $this->error = substr($line, 1);
                return false;
        }
        $start = json_encode(substr($line, 0, 32), JSON_INVALID_UTF8_SUBSTITUTE);
        throw new Failure(SWOOLE_REDIS_ERR_PROTOCOL, Failure::INVALID, "This is not Redis: $start");
    }

    private function string(int $length): mixed
    {
        if ($length < 0) {
            return $this->nil;
        }
        $lacking = $this->at + $length + 2 - strlen($this->buffer);
        while ($lacking > 0) {
            $this->fill($lacking);
            $lacking = $this->at + $length + 2 - strlen($this->buffer);
        }
        $string = substr($this->buffer, $this->at, $length);
        $this->at += $length + 2;
        return $this->serialized ? self::unserialize($string) : $string;
    }

    /** Waits for more from the server: for all of a long string, or for a piece of what there is. */
    private function fill(int $length): void
    {
        $long = $length > self::PIECE;
        $data = $long ? stream_get_contents($this->stream, $length) : fread($this->stream, self::PIECE);
        if ($data === false || $data === '') {
            throw $this->failure();
        }
        $this->buffer = substr($this->buffer, $this->at) . $data;
        $this->at = 0;
    }

    private function items(int $count): ?array
    {
        if ($count < 0) {
            return null;
        }
        $items = [];
        while ($count-- > 0) {
            $items[] = $this->reply();
        }
        return $items;
    }

    /** Others may have stored what is not serialized: that stays as it is. */
    private static function unserialize(string $string): mixed
    {
        $value = @unserialize($string);
        return $value === false && $string !== 'b:0;' ? $string : $value;
    }

    private function failure(): Failure
    {
        if (stream_get_meta_data($this->stream)['timed_out']) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::TIMED_OUT);
        }
        if (Coroutine::isCanceled() && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::CANCELED);
        }
        return new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
    }
}
)PHP"sv},
{"tern\\internal\\redis\\failure", "tern:/library/Tern/Internal/Redis/Failure.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use RuntimeException;

/** The connection is of no use any more. Programs never see it. */
final class Failure extends RuntimeException
{
    public const INVALID = 22;
    public const RESET = 104;
    public const TIMED_OUT = 110;
    public const CANCELED = 125;

    /**
     * @param int $type SWOOLE_REDIS_ERR_...
     * @param int $code errno
     */
    public function __construct(public readonly int $type, int $code, string $message = '')
    {
        parent::__construct($message === '' ? swoole_strerror($code) : $message, $code);
    }
}
)PHP"sv},
{"tern\\internal\\redis\\hashes", "tern:/library/Tern/Internal/Redis/Hashes.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on hashes. */
trait Hashes
{
    public function hGet($key, $member)
    {
        return $this->command(['HGET', $key, $member]);
    }

    public function hSet($key, $member, $value)
    {
        return $this->command(['HSET', $key, $member, $this->pack($value)]);
    }

    public function hSetNx($key, $member, $value)
    {
        return $this->command(['HSETNX', $key, $member, $this->pack($value)]);
    }

    public function hMSet($key, $pairs)
    {
        return $this->command(['HMSET', $key, ...$this->pairs($pairs)]);
    }

    public function hMGet($key, $keys)
    {
        $shape = fn($reply) => is_array($reply) ? array_combine(array_values($keys), $reply) : $reply;
        return $this->command(['HMGET', $key, ...array_values($keys)], $this->compatible ? $shape : null);
    }

    public function hGetAll($key)
    {
        return $this->command(['HGETALL', $key], $this->compatible ? self::paired(...) : null);
    }

    public function hDel($key, $member, ...$other_members)
    {
        return $this->command(['HDEL', $key, ...self::flat($member, $other_members)]);
    }

    public function hExists($key, $member)
    {
        return $this->command(['HEXISTS', $key, $member], $this->compatible ? self::truth(...) : null);
    }

    public function hKeys($key)
    {
        return $this->command(['HKEYS', $key]);
    }

    public function hVals($key)
    {
        return $this->command(['HVALS', $key]);
    }

    public function hLen($key)
    {
        return $this->command(['HLEN', $key]);
    }

    public function hIncrBy($key, $member, $value)
    {
        return $this->command(['HINCRBY', $key, $member, $value]);
    }

    public function hIncrByFloat($key, $member, $value)
    {
        return $this->command(['HINCRBYFLOAT', $key, $member, self::number($value)]);
    }

    private static function truth($reply)
    {
        return is_int($reply) ? $reply !== 0 : $reply;
    }

    private static function paired($reply)
    {
        return is_array($reply) ? array_combine(...self::columns($reply)) : $reply;
    }

    /** @return array{array, array} the items at even and at odd places */
    private static function columns(array $items): array
    {
        $columns = [[], []];
        foreach ($items as $at => $item) {
            $columns[$at & 1][] = $item;
        }
        return $columns;
    }
}
)PHP"sv},
{"tern\\internal\\redis\\keys", "tern:/library/Tern/Internal/Redis/Keys.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on keys of any type. */
trait Keys
{
    public function del($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function delete($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function exists($key, ...$other_keys)
    {
        return $this->command(['EXISTS', ...self::flat($key, $other_keys)]);
    }

    public function getKeys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function keys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function type($key)
    {
        return $this->command(['TYPE', $key], self::type_number(...));
    }

    public function persist($key)
    {
        return $this->command(['PERSIST', $key]);
    }

    public function ttl($key)
    {
        return $this->command(['TTL', $key]);
    }

    public function pttl($key)
    {
        return $this->command(['PTTL', $key]);
    }

    public function expire($key, $integer)
    {
        return $this->command(['EXPIRE', $key, $integer]);
    }

    public function setTimeout($key, $timeout)
    {
        return $this->command(['EXPIRE', $key, $timeout]);
    }

    public function pexpire($key, $timestamp)
    {
        return $this->command(['PEXPIRE', $key, $timestamp]);
    }

    public function expireAt($key, $timestamp)
    {
        return $this->command(['EXPIREAT', $key, $timestamp]);
    }

    public function pexpireAt($key, $timestamp)
    {
        return $this->command(['PEXPIREAT', $key, $timestamp]);
    }

    public function rename($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameKey($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameNx($key, $newkey)
    {
        return $this->command(['RENAMENX', $key, $newkey]);
    }

    public function move($key, $dbindex)
    {
        return $this->command(['MOVE', $key, $dbindex]);
    }

    public function randomKey()
    {
        return $this->command(['RANDOMKEY']);
    }

    public function dump($key)
    {
        return $this->command(['DUMP', $key]);
    }

    public function restore($key, $ttl, $value)
    {
        return $this->command(['RESTORE', $key, $ttl, $value]);
    }

    public function debug($key)
    {
        return $this->command(['DEBUG', 'OBJECT', $key]);
    }

    private static function type_number($name)
    {
        return match ($name) {
            'none' => SWOOLE_REDIS_TYPE_NOT_FOUND,
            'string' => SWOOLE_REDIS_TYPE_STRING,
            'set' => SWOOLE_REDIS_TYPE_SET,
            'list' => SWOOLE_REDIS_TYPE_LIST,
            'zset' => SWOOLE_REDIS_TYPE_ZSET,
            'hash' => SWOOLE_REDIS_TYPE_HASH,
            default => $name,
        };
    }

    /** One word or an array of them, and more words. */
    private static function flat($first, array $more): array
    {
        return is_array($first) ? [...array_values($first), ...array_values($more)] : [$first, ...array_values($more)];
    }
}
)PHP"sv},
{"tern\\internal\\redis\\lists", "tern:/library/Tern/Internal/Redis/Lists.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on lists. */
trait Lists
{
    public function lPush($key, ...$value)
    {
        return $this->command(['LPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function rPush($key, ...$value)
    {
        return $this->command(['RPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function lPushx($key, $value)
    {
        return $this->command(['LPUSHX', $key, $this->pack($value)]);
    }

    public function rPushx($key, $value)
    {
        return $this->command(['RPUSHX', $key, $this->pack($value)]);
    }

    public function lPop($key)
    {
        return $this->command(['LPOP', $key]);
    }

    public function rPop($key)
    {
        return $this->command(['RPOP', $key]);
    }

    public function blPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BLPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function brPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BRPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function rpoplpush($src, $dst)
    {
        return $this->command(['RPOPLPUSH', $src, $dst]);
    }

    public function bRPopLPush($src, $dst, $timeout)
    {
        return $this->command(['BRPOPLPUSH', $src, $dst, $timeout]);
    }

    public function lLen($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lSize($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lIndex($key, $integer)
    {
        return $this->command(['LINDEX', $key, $integer]);
    }

    public function lGet($key, $index)
    {
        return $this->command(['LINDEX', $key, $index]);
    }

    public function lSet($key, $index, $value)
    {
        return $this->command(['LSET', $key, $index, $this->pack($value)]);
    }

    public function lInsert($key, $position, $pivot, $value)
    {
        return $this->command(['LINSERT', $key, $position, $this->pack($pivot), $this->pack($value)]);
    }

    public function lRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function lGetRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function ltrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function listTrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function lRem($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }

    public function lRemove($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }
}
)PHP"sv},
{"tern\\internal\\redis\\server", "tern:/library/Tern/Internal/Redis/Server.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on the server, transactions, scripts and channels. */
trait Server
{
    public function ping()
    {
        return $this->command(['PING']);
    }

    public function unwatch()
    {
        return $this->command(['UNWATCH']);
    }

    public function watch($key, ...$other_keys)
    {
        return $this->command(['WATCH', ...self::flat($key, $other_keys)]);
    }

    public function multi($mode = SWOOLE_REDIS_MODE_MULTI)
    {
        return $this->command(['MULTI']);
    }

    public function exec()
    {
        return $this->command(['EXEC']);
    }

    public function save()
    {
        return $this->command(['SAVE']);
    }

    public function bgSave()
    {
        return $this->command(['BGSAVE']);
    }

    public function lastSave()
    {
        return $this->command(['LASTSAVE']);
    }

    public function flushDB()
    {
        return $this->command(['FLUSHDB']);
    }

    public function flushAll()
    {
        return $this->command(['FLUSHALL']);
    }

    public function dbSize()
    {
        return $this->command(['DBSIZE']);
    }

    public function bgrewriteaof()
    {
        return $this->command(['BGREWRITEAOF']);
    }

    public function time()
    {
        return $this->command(['TIME']);
    }

    public function role()
    {
        return $this->command(['ROLE']);
    }

    public function eval($script, $args = null, $num_keys = null)
    {
        return $this->command(['EVAL', $script, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function evalSha($script_sha, $args = null, $num_keys = null)
    {
        return $this->command(['EVALSHA', $script_sha, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function script($cmd, ...$args)
    {
        return $this->command(['SCRIPT', $cmd, ...$args]);
    }

    public function publish($channel, $message)
    {
        return $this->command(['PUBLISH', $channel, $message]);
    }

    public function subscribe($channels)
    {
        return $this->subscription('SUBSCRIBE', (array) $channels);
    }

    public function pSubscribe($patterns)
    {
        return $this->subscription('PSUBSCRIBE', (array) $patterns);
    }

    public function unsubscribe($channels)
    {
        return $this->subscription('UNSUBSCRIBE', (array) $channels);
    }

    public function pUnSubscribe($patterns)
    {
        return $this->subscription('PUNSUBSCRIBE', (array) $patterns);
    }

    /** Automatic connects use it, too. */
    public function auth($password)
    {
        return $this->command(['AUTH', $password], function ($reply) use ($password) {
            $this->password = (string) $password;
            return $reply;
        });
    }

    /** Automatic connects use it, too. */
    public function select($dbindex)
    {
        return $this->command(['SELECT', $dbindex], function ($reply) use ($dbindex) {
            $this->database = (int) $dbindex;
            return $reply;
        });
    }
}
)PHP"sv},
{"tern\\internal\\redis\\sets", "tern:/library/Tern/Internal/Redis/Sets.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sets. */
trait Sets
{
    public function sAdd($key, ...$value)
    {
        return $this->command(['SADD', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function srem($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sRemove($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sismember($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function sContains($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function scard($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sSize($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sGetMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sPop($key)
    {
        return $this->command(['SPOP', $key]);
    }

    public function sRandMember($key, $count = null)
    {
        return $this->command($count === null ? ['SRANDMEMBER', $key] : ['SRANDMEMBER', $key, $count]);
    }

    public function sMove($src, $dst, $value)
    {
        return $this->command(['SMOVE', $src, $dst, $this->pack($value)]);
    }

    public function sDiff($key, ...$other_keys)
    {
        return $this->command(['SDIFF', ...self::flat($key, $other_keys)]);
    }

    public function sDiffStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SDIFFSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sInter($key, ...$other_keys)
    {
        return $this->command(['SINTER', ...self::flat($key, $other_keys)]);
    }

    public function sInterStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SINTERSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sUnion($key, ...$other_keys)
    {
        return $this->command(['SUNION', ...self::flat($key, $other_keys)]);
    }

    public function sUnionStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SUNIONSTORE', $dst, ...self::flat($key, $other_keys)]);
    }
}
)PHP"sv},
{"tern\\internal\\redis\\sortedsets", "tern:/library/Tern/Internal/Redis/SortedSets.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sorted sets. */
trait SortedSets
{
    public function zScore($key, $member)
    {
        return $this->command(['ZSCORE', $key, $this->pack($member)]);
    }

    public function zRank($key, $member)
    {
        return $this->command(['ZRANK', $key, $this->pack($member)]);
    }

    public function zRevRank($key, $member)
    {
        return $this->command(['ZREVRANK', $key, $this->pack($member)]);
    }

    public function zCard($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zSize($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zCount($key, $min, $max)
    {
        return $this->command(['ZCOUNT', $key, $min, $max]);
    }

    public function zIncrBy($key, $value, $member)
    {
        return $this->command(['ZINCRBY', $key, self::number($value), $this->pack($member)]);
    }

    public function zRem($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zDelete($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zRemove($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zPopMin($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMIN', $key] : ['ZPOPMIN', $key, $count]);
    }

    public function zPopMax($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMAX', $key] : ['ZPOPMAX', $key, $count]);
    }

    public function bzPopMin($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMIN', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function bzPopMax($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMAX', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function zRemRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zDeleteRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zRemRangeByRank($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $min, $max]);
    }

    public function zDeleteRangeByRank($key, $start, $end)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $start, $end]);
    }

    public function zRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRevRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZREVRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRevRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZREVRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zRevRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZREVRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zinterstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zInter($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zunionstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zUnion($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    /** @param mixed $pairs scores with their members; before them, options in an array: 'NX', 'XX', 'CH', 'INCR' */
    public function zAdd($key, ...$pairs)
    {
        $words = ['ZADD', $key, ...(is_array($pairs[0] ?? null) ? array_shift($pairs) : [])];
        foreach ($pairs as $at => $word) {
            $words[] = $at % 2 === 0 ? self::number($word) : $this->pack($word);
        }
        return $this->command($words);
    }

    private function range(string $command, $key, $start, $end, array $options)
    {
        $words = [$command, $key, $start, $end];
        $scores = $options['withscores'] ?? false;
        if ($scores) {
            $words[] = 'WITHSCORES';
        }
        if (isset($options['limit'])) {
            array_push($words, 'LIMIT', ...array_values($options['limit']));
        }
        return $this->command($words, $scores && $this->compatible ? self::scored(...) : null);
    }

    private function lex(string $command, $key, $min, $max, $offset, $limit)
    {
        $limits = $offset === null || $limit === null ? [] : ['LIMIT', $offset, $limit];
        return $this->command([$command, $key, $min, $max, ...$limits]);
    }

    private function combine(string $command, $key, array $keys, ?array $weights, ?string $aggregate)
    {
        $words = [$command, $key, count($keys), ...array_values($keys)];
        if ($weights) {
            array_push($words, 'WEIGHTS', ...array_map(self::number(...), array_values($weights)));
        }
        return $this->command([...$words, ...self::given('AGGREGATE', $aggregate)]);
    }

    private static function scored($reply)
    {
        if (!is_array($reply)) {
            return $reply;
        }
        [$members, $scores] = self::columns($reply);
        return array_combine($members, array_map(floatval(...), $scores));
    }

    private static function given(string $name, $value): array
    {
        return $value === null || $value === '' ? [] : [$name, $value];
    }
}
)PHP"sv},
{"tern\\internal\\redis\\streams", "tern:/library/Tern/Internal/Redis/Streams.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on streams. */
trait Streams
{
    public function xLen($key)
    {
        return $this->command(['XLEN', $key]);
    }

    public function xRange($key, $start, $end, $count = null)
    {
        return $this->command(['XRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    public function xRevRange($key, $start, $end, $count = null)
    {
        return $this->command(['XREVRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    public function xDel($key, ...$id)
    {
        return $this->command(['XDEL', $key, ...self::flat(array_shift($id), $id)]);
    }

    public function xAck($key, $group_name, $id)
    {
        return $this->command(['XACK', $key, $group_name, ...(array) $id]);
    }

    public function xGroupCreate($key, $group_name, $id, $mkstream = null)
    {
        return $this->command(['XGROUP', 'CREATE', $key, $group_name, $id, ...($mkstream ? ['MKSTREAM'] : [])]);
    }

    public function xGroupSetId($key, $group_name, $id)
    {
        return $this->command(['XGROUP', 'SETID', $key, $group_name, $id]);
    }

    public function xGroupDestroy($key, $group_name)
    {
        return $this->command(['XGROUP', 'DESTROY', $key, $group_name]);
    }

    public function xGroupCreateConsumer($key, $group_name, $consumer_name)
    {
        return $this->command(['XGROUP', 'CREATECONSUMER', $key, $group_name, $consumer_name]);
    }

    public function xGroupDelConsumer($key, $group_name, $consumer_name)
    {
        return $this->command(['XGROUP', 'DELCONSUMER', $key, $group_name, $consumer_name]);
    }

    public function xInfoConsumers($key, $group_name)
    {
        return $this->command(['XINFO', 'CONSUMERS', $key, $group_name]);
    }

    public function xInfoGroups($key)
    {
        return $this->command(['XINFO', 'GROUPS', $key]);
    }

    public function xInfoStream($key)
    {
        return $this->command(['XINFO', 'STREAM', $key]);
    }

    /** @param array|null $options nomkstream, maxlen or minid (a number, or ['~' or '=', a number]), limit */
    public function xAdd($key, $id, $pairs, $options = null)
    {
        $words = ['XADD', $key, ...self::flags($options, 'nomkstream'), ...self::trimming($options ?? [])];
        return $this->command([...$words, $id, ...$this->pairs($pairs)]);
    }

    /** @param array $options as those of xAdd() */
    public function xTrim($key, $options)
    {
        return $this->command(['XTRIM', $key, ...self::trimming($options)]);
    }

    /** @param array|null $options count, block (milliseconds) */
    public function xRead($streams, $options = null)
    {
        $words = ['XREAD', ...self::settings($options, 'count', 'block'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /** @param array|null $options count, block (milliseconds), noack */
    public function xReadGroup($group_name, $consumer_name, $streams, $options = null)
    {
        $words = ['XREADGROUP', 'GROUP', $group_name, $consumer_name, ...self::settings($options, 'count', 'block'),
            ...self::flags($options, 'noack'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /** @param array|null $options idle (milliseconds), start, end and count, consumer */
    public function xPending($key, $group_name, $options = null)
    {
        $words = ['XPENDING', $key, $group_name, ...self::settings($options, 'idle')];
        foreach (['start', 'end', 'count', 'consumer'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [$options[$name]] : []));
        }
        return $this->command($words);
    }

    /** @param array|null $options idle, time, retrycount, force, justid */
    public function xClaim($key, $group_name, $consumer_name, $min_idle_time, $id, $options = null)
    {
        $words = ['XCLAIM', $key, $group_name, $consumer_name, $min_idle_time, ...(array) $id];
        $more = [...self::settings($options, 'idle', 'time', 'retrycount'), ...self::flags($options, 'force', 'justid')];
        return $this->command([...$words, ...$more]);
    }

    /** @param array|null $options count, justid */
    public function xAutoClaim($key, $group_name, $consumer_name, $min_idle_time, $start, $options = null)
    {
        $words = ['XAUTOCLAIM', $key, $group_name, $consumer_name, $min_idle_time, $start];
        return $this->command([...$words, ...self::settings($options, 'count'), ...self::flags($options, 'justid')]);
    }

    private static function trimming(array $options): array
    {
        $words = [];
        foreach (['maxlen', 'minid'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [strtoupper($name), ...(array) $options[$name]] : []));
        }
        return [...$words, ...self::settings($options, 'limit')];
    }

    /** The options of these names that are there, each with its name. */
    private static function settings(?array $options, string ...$names): array
    {
        $words = [];
        foreach ($names as $name) {
            array_push($words, ...self::given(strtoupper($name), $options[$name] ?? null));
        }
        return $words;
    }

    /** The names of the options that are on. */
    private static function flags(?array $options, string ...$names): array
    {
        $on = array_filter($names, static fn(string $name) => $options[$name] ?? false);
        return array_map(strtoupper(...), array_values($on));
    }
}
)PHP"sv},
{"tern\\internal\\redis\\strings", "tern:/library/Tern/Internal/Redis/Strings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on strings, bits and HyperLogLogs. */
trait Strings
{
    public function get($key)
    {
        return $this->command(['GET', $key]);
    }

    public function mGet($keys)
    {
        return $this->command(['MGET', ...array_values($keys)]);
    }

    public function setEx($key, $expire, $value)
    {
        return $this->command(['SETEX', $key, $expire, $this->pack($value)]);
    }

    public function psetEx($key, $expire, $value)
    {
        return $this->command(['PSETEX', $key, $expire, $this->pack($value)]);
    }

    public function setNx($key, $value)
    {
        return $this->command(['SETNX', $key, $this->pack($value)]);
    }

    public function getSet($key, $value)
    {
        return $this->command(['GETSET', $key, $this->pack($value)]);
    }

    public function mSet($pairs)
    {
        return $this->command(['MSET', ...$this->pairs($pairs)]);
    }

    public function mSetNx($pairs)
    {
        return $this->command(['MSETNX', ...$this->pairs($pairs)]);
    }

    public function append($key, $value)
    {
        return $this->command(['APPEND', $key, $value]);
    }

    public function strLen($key)
    {
        return $this->command(['STRLEN', $key]);
    }

    public function getRange($key, $start, $end)
    {
        return $this->command(['GETRANGE', $key, $start, $end]);
    }

    public function setRange($key, $offset, $value)
    {
        return $this->command(['SETRANGE', $key, $offset, $value]);
    }

    public function incr($key)
    {
        return $this->command(['INCR', $key]);
    }

    public function incrBy($key, $value)
    {
        return $this->command(['INCRBY', $key, $value]);
    }

    public function incrByFloat($key, $value)
    {
        return $this->command(['INCRBYFLOAT', $key, self::number($value)]);
    }

    public function decr($key)
    {
        return $this->command(['DECR', $key]);
    }

    public function decrBy($key, $value)
    {
        return $this->command(['DECRBY', $key, $value]);
    }

    public function getBit($key, $offset)
    {
        return $this->command(['GETBIT', $key, $offset]);
    }

    public function setBit($key, $offset, $value)
    {
        return $this->command(['SETBIT', $key, $offset, (int) $value]);
    }

    public function bitCount($key)
    {
        return $this->command(['BITCOUNT', $key]);
    }

    public function bitOp($operation, $ret_key, $key, ...$other_keys)
    {
        return $this->command(['BITOP', $operation, $ret_key, ...self::flat($key, $other_keys)]);
    }

    public function pfadd($key, $elements)
    {
        return $this->command(['PFADD', $key, ...$this->packed((array) $elements)]);
    }

    public function pfcount($key)
    {
        return $this->command(['PFCOUNT', ...self::flat($key, [])]);
    }

    public function pfmerge($dstkey, $keys)
    {
        return $this->command(['PFMERGE', $dstkey, ...array_values($keys)]);
    }

    /**
     * @param int|array|null $timeout in seconds; or options: 'nx', 'xx', 'keepttl', 'ex' => seconds, 'px' =>
     *     milliseconds
     * @param array|null $opt options as well
     */
    public function set($key, $value, $timeout = null, $opt = null)
    {
        $words = ['SET', $key, $this->pack($value)];
        if (is_int($timeout) || is_float($timeout) || is_string($timeout)) {
            $timeout = $timeout > 0 ? ['EX' => (int) $timeout] : [];
        }
        foreach ([...($timeout ?? []), ...($opt ?? [])] as $name => $option) {
            array_push($words, ...(is_int($name) ? [$option] : [$name, $option]));
        }
        return $this->command($words);
    }

    private function pack($value)
    {
        return $this->setting['serialize'] ? serialize($value) : $value;
    }

    private function packed(array $values): array
    {
        return $this->setting['serialize'] ? array_map(serialize(...), array_values($values)) : array_values($values);
    }

    private function pairs(array $pairs): array
    {
        $words = [];
        foreach ($pairs as $name => $value) {
            array_push($words, $name, $this->pack($value));
        }
        return $words;
    }

    /** With all the digits that a float has. What is no number is 0. */
    private static function number($value): string
    {
        if (is_string($value)) {
            return is_numeric($value) || preg_match('/^[+-]?inf$/i', $value) ? $value : '0';
        }
        return is_float($value) ? var_export($value, true) : (string) (int) $value;
    }
}
)PHP"sv},
{"tern\\internal\\rooms\\backplane", "tern:/library/Tern/Internal/Rooms/Backplane.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Rooms;

use SplQueue;
use Swoole\Coroutine;
use Swoole\Coroutine\Redis;
use Tern\Internal\Latch;
use Throwable;
use function chr;
use function count;
use function ord;
use function strlen;
use function Tern\Internal\on_leave;
use function Tern\Internal\rooms_lost;
use function Tern\Internal\rooms_send_here;
use function Tern\Internal\rooms_sockets;

/**
 * Passes messages on between servers by Redis, PUBLISH and SUBSCRIBE. Each worker has two connections: one that sends
 * what its program broadcasts, one that hears what other servers do, for its own clients.
 *
 * A message names the process that sent it and has a number, so that those that got lost are known. Every few seconds a
 * process publishes its number alone: silence says that a connection is broken.
 */
final class Backplane
{
    public const NOTHING = ['connected' => false, 'published' => 0, 'received' => 0, 'lost' => 0, 'connects' => 0, 'queued' => 0];

    private const VERSION = 1;
    private const BEAT = 0;
    private const ROOM = 1;
    private const ALL = 2;

    private const ID = 8;  // bytes, of a node and of a process
    private const HEAD = 1 + 2 * self::ID + 8 + 3;
    private const BEAT_EVERY = 5.0;
    private const SILENCE = 15.0;
    private const CONNECT_WITHIN = 2.0;
    private const FIRST_DELAY = 0.05;
    private const MOST_DELAY = 2.0;
    private const MOST_QUEUED = 8 << 20;
    private const MOST_SENDERS = 10_000;
    private const READY_WITHIN = 1.0;
    private const LOOK_EVERY = 0.02;
    private const COMPLAIN_EVERY = 60.0;

    private readonly string $node;
    private string $process = '';
    private string $channel = '';
    private int $rooms = 0;
    private int $number = 0;  // of the last message
    private array $count = self::NOTHING;
    /** @var array<string, int> the last number of each sender, the one heard last at the end */
    private array $heard = [];
    /** @var SplQueue<string> */
    private SplQueue $queue;
    /** What the publisher waits for; null: it works. */
    private ?Latch $more = null;
    private Latch $ready;
    private Latch $leaving;
    private bool $leaves = false;
    private ?Redis $subscriber = null;
    private float $complainAgain = 0;

    public function __construct(private readonly Settings $settings)
    {
        $this->node = random_bytes(self::ID);
        $this->queue = new SplQueue();
        $this->ready = new Latch();
        $this->leaving = new Latch();
    }

    public function serve(int $rooms): void
    {
        $this->rooms = $rooms;
        $this->channel = $this->settings->prefix . $rooms;
    }

    /** In each worker, in a coroutine. Suspends as long as there is something to hear. */
    public function run(): void
    {
        $this->process = random_bytes(self::ID);
        if (!on_leave($this->leave(...))) {
            return;
        }
        Coroutine::create($this->publishAll(...));
        $delay = self::FIRST_DELAY;
        while (!$this->leaves) {
            $failed = $this->subscribe();
            $worked = $this->count['connected'];
            $delay = $worked ? self::FIRST_DELAY : min($delay * 2, self::MOST_DELAY);
            $this->count['connected'] = false;
            $this->ready->open();
            if (!$this->leaves) {
                $this->complainOfLoss($failed, $worked);
                $this->leaving->wait($delay * (1 + lcg_value()) / 2);
            }
        }
    }

    /** The first connection that joins waits, so that it misses nothing. Suspends. */
    public function awaitReady(): void
    {
        if (Coroutine::getCid() > 0) {
            $this->ready->wait(self::READY_WITHIN);
        }
    }

    /** @return bool false: too much waits already */
    public function publish(?string $room, string $data, int $opcode): bool
    {
        ++$this->number;
        if ($this->count['queued'] + strlen($data) > self::MOST_QUEUED) {
            $this->lose(1);
            return false;
        }
        $message = $this->compose($room === null ? self::ALL : self::ROOM, $opcode, $room ?? '', $data);
        $this->queue->enqueue($message);
        $this->count['queued'] += strlen($message);
        $this->more?->open();
        return true;
    }

    public function stats(): array
    {
        return $this->count;
    }

    private function compose(int $kind, int $opcode, string $room, string $data): string
    {
        return chr(self::VERSION) . $this->node . $this->process . pack('J', $this->number) . chr($kind) . chr($opcode)
            . chr(strlen($room)) . $room . $data;
    }

    private function connect(float $timeout): Redis|string
    {
        $settings = $this->settings;
        $redis = new Redis(['connect_timeout' => self::CONNECT_WITHIN, 'timeout' => $timeout, 'reconnect' => 0,
            'password' => $settings->user === null ? $settings->password : '',
            'database' => $settings->user === null ? $settings->database : 0]);
        $good = $redis->connect($settings->host, $settings->port);
        if ($good && $settings->user !== null) {
            $good = $redis->request(['AUTH', $settings->user, $settings->password]) !== false
                && ($settings->database === 0 || $redis->select($settings->database) !== false);
        }
        return $good ? $redis : ($redis->errMsg ?: 'it cannot be reached');
    }

    /** @return string why it has ended */
    private function subscribe(): string
    {
        $redis = $this->connect(self::SILENCE);
        if (!$redis instanceof Redis) {
            return $redis;
        }
        $this->subscriber = $redis;
        try {
            if ($redis->subscribe([$this->channel]) && ($redis->recv()[0] ?? '') === 'subscribe') {
                $this->count['connected'] = true;
                ++$this->count['connects'];
                $this->ready->open();
                while (!$this->leaves && ($message = $redis->recv()) !== false) {
                    $this->take($message[2] ?? '');
                }
            }
            return $redis->errMsg ?: 'the connection has ended';
        } finally {
            $this->subscriber = null;
            $redis->close();
        }
    }

    private function take(mixed $message): void
    {
        if (!is_string($message) || strlen($message) < self::HEAD || ord($message[0]) !== self::VERSION) {
            return;
        }
        if (substr($message, 1, self::ID) === $this->node) {
            return;
        }
        $number = unpack('J', $message, 1 + 2 * self::ID)[1];
        $kind = ord($message[self::HEAD - 3]);
        $this->follow(substr($message, 1, 2 * self::ID), $number, $kind === self::BEAT);
        if ($kind !== self::ROOM && $kind !== self::ALL) {
            return;
        }
        $room = substr($message, self::HEAD, ord($message[self::HEAD - 1]));
        $data = substr($message, self::HEAD + strlen($room));
        ++$this->count['received'];
        rooms_send_here(
            $this->rooms,
            $kind === self::ALL ? null : $room,
            $data,
            ord($message[self::HEAD - 2]),
            $this->settings->compress,
        );
    }

    /** Counts what is missing since the sender was heard last. */
    private function follow(string $sender, int $number, bool $beat): void
    {
        $last = $this->heard[$sender] ?? ($beat ? $number : $number - 1);
        unset($this->heard[$sender]);
        $this->heard[$sender] = $number;
        $missing = $number - $last - ($beat ? 0 : 1);
        if ($missing > 0) {
            $this->lose($missing);
            $this->complain("$missing messages of another server did not arrive");
        }
        if (count($this->heard) > self::MOST_SENDERS) {
            unset($this->heard[array_key_first($this->heard)]);
        }
    }

    private function publishAll(): void
    {
        $redis = null;
        $delay = self::FIRST_DELAY;
        while (!$this->leaves || ($redis !== null && !$this->queue->isEmpty())) {
            $redis ??= $this->connectPublisher();
            if ($redis === null) {
                $this->leaving->wait($delay = min($delay * 2, self::MOST_DELAY));
                continue;
            }
            $delay = self::FIRST_DELAY;
            if (!$this->publishNext($redis)) {
                $redis = null;
            }
        }
        $this->lose(count($this->queue));
        $redis?->close();
    }

    private function connectPublisher(): ?Redis
    {
        $redis = $this->connect(self::SILENCE);
        return $redis instanceof Redis ? $redis : null;
    }

    /** @return bool false: the connection is of no use any more */
    private function publishNext(Redis $redis): bool
    {
        if ($this->queue->isEmpty()) {
            $this->more = new Latch();
            $woken = $this->more->wait(self::BEAT_EVERY);
            $this->more = null;
            return $woken || $redis->publish($this->channel, $this->compose(self::BEAT, 0, '', '')) !== false;
        }
        $message = $this->queue->dequeue();
        $this->count['queued'] -= strlen($message);
        if ($redis->publish($this->channel, $message) !== false) {
            ++$this->count['published'];
            return true;
        }
        if ($redis->errType === SWOOLE_REDIS_ERR_CLOSED) {
            $this->queue->unshift($message);  // it was not sent
            $this->count['queued'] += strlen($message);
            return false;
        }
        // It may have arrived; twice would be worse than never.
        $this->lose(1);
        $this->complain("a message did not reach the backplane: $redis->errMsg");
        return false;
    }

    /** The clients that are left still get messages. Suspends. */
    private function leave(): void
    {
        while (rooms_sockets() > 0) {
            Coroutine::sleep(self::LOOK_EVERY);
        }
        $this->leaves = true;
        $this->leaving->open();
        $this->more?->open();
        $this->subscriber?->close();
    }

    private function lose(int $messages): void
    {
        $this->count['lost'] += $messages;
        rooms_lost($messages);
    }

    private function complainOfLoss(string $why, bool $worked): void
    {
        $now = microtime(true);
        if ($worked || $now >= $this->complainAgain) {
            $this->complain("the backplane is lost: $why; messages of other servers do not arrive meanwhile");
            $this->complainAgain = $now + self::COMPLAIN_EVERY;
        }
    }

    private function complain(string $what): void
    {
        try {
            trigger_error("Tern\\WebSocket\\Rooms: $what", E_USER_WARNING);
        } catch (Throwable) {
            // A program's handler that throws must not end this coroutine.
        }
    }
}
)PHP"sv},
{"tern\\internal\\rooms\\settings", "tern:/library/Tern/Internal/Rooms/Settings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Rooms;

use ValueError;
use function is_bool;
use function is_int;
use function is_string;

/** The options of Tern\WebSocket\Rooms: see its constructor. */
final class Settings
{
    public readonly ?string $backplane;
    public readonly string $prefix;
    public readonly int $queue;
    public readonly string $on_full;
    public readonly bool $compress;
    public readonly int $rooms_per_connection;
    public readonly int $members_per_room;

    /** Of the backplane: what connect() takes, and auth. */
    public readonly string $host;
    public readonly int $port;
    public readonly int $database;
    public readonly ?string $user;
    public readonly string $password;

    private const DEFAULTS = ['backplane' => null, 'prefix' => 'tern:rooms:', 'queue' => 1 << 20, 'on_full' => 'drop',
        'compress' => true, 'rooms_per_connection' => 100, 'members_per_room' => 100_000];

    public function __construct(array $options)
    {
        foreach ($options as $name => $value) {
            if (!array_key_exists($name, self::DEFAULTS)) {
                throw new ValueError("Tern\\WebSocket\\Rooms has no option '$name': there are "
                    . implode(', ', array_keys(self::DEFAULTS)));
            }
        }
        $options += self::DEFAULTS;
        $this->backplane = $options['backplane'] === null ? null : $this->text($options, 'backplane');
        $this->prefix = $this->text($options, 'prefix');
        $this->queue = $this->number($options, 'queue', 1024, 1 << 30);
        $this->on_full = $options['on_full'] === 'drop' || $options['on_full'] === 'close' ? $options['on_full']
            : $this->refuse('on_full', $options['on_full'], "'drop' or 'close'");
        $this->compress = is_bool($options['compress']) ? $options['compress']
            : $this->refuse('compress', $options['compress'], 'true or false');
        $this->rooms_per_connection = $this->number($options, 'rooms_per_connection', 1, 100_000);
        $this->members_per_room = $this->number($options, 'members_per_room', 1, 1 << 24);
        $this->locate($this->backplane ?? 'redis://localhost');
    }

    private function locate(string $url): void
    {
        $allowed = 'redis://[[user]:password@]host[:port][/database] or redis+unix:/path';
        if (str_starts_with($url, 'redis+unix:/')) {
            [$this->host, $this->port, $this->database] = [substr($url, strlen('redis+')), 0, 0];
            [$this->user, $this->password] = [null, ''];
            return;
        }
        // What is wrong is told without what may be a password.
        $parts = parse_url($url) ?: [];
        $database = substr($parts['path'] ?? '', 1);
        $right = ($parts['scheme'] ?? '') === 'redis' && isset($parts['host']) && !isset($parts['query'])
            && !isset($parts['fragment']) && preg_match('/^(0|[1-9][0-9]{0,8})?$/D', $database) === 1;
        if (!$right) {
            $this->refuse('backplane', ($parts['scheme'] ?? '?') . '://' . ($parts['host'] ?? '?'), $allowed);
        }
        $this->host = trim($parts['host'], '[]');
        $this->port = $parts['port'] ?? 6379;
        $this->database = (int) $database;
        $this->user = ($parts['user'] ?? '') === '' ? null : rawurldecode($parts['user']);
        $this->password = rawurldecode($parts['pass'] ?? '');
    }

    private function text(array $options, string $name): string
    {
        $value = $options[$name];
        return is_string($value) && $value !== '' ? $value : $this->refuse($name, $value, 'a string that is not empty');
    }

    private function number(array $options, string $name, int $least, int $most): int
    {
        $value = $options[$name];
        return is_int($value) && $value >= $least && $value <= $most ? $value : $this->refuse($name, $value, "$least to $most");
    }

    private function refuse(string $name, mixed $value, string $allowed): never
    {
        $given = is_int($value) ? $value : (is_string($value) ? "'$value'" : get_debug_type($value));
        throw new ValueError("Tern\\WebSocket\\Rooms: $name must be $allowed, $given given");
    }
}
)PHP"sv},
{"tern\\internal\\sqlconfig", "tern:/library/Tern/Internal/SqlConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

/** Where a SQL database is, and as whom: what PDOConfig and MysqliConfig of Swoole\Database have in common. */
trait SqlConfig
{
    protected string $host = '127.0.0.1';
    protected int $port = 3306;
    protected string $unixSocket = '';
    protected string $dbname = 'test';
    protected string $charset = 'utf8mb4';
    protected string $username = 'root';
    protected string $password = 'root';
    protected array $options = [];

    public function getHost(): string
    {
        return $this->host;
    }

    public function withHost(string $host): self
    {
        $this->host = $host;
        return $this;
    }

    public function getPort(): int
    {
        return $this->port;
    }

    public function withPort(int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function getUnixSocket(): string
    {
        return $this->unixSocket;
    }

    public function withUnixSocket(string $unixSocket): self
    {
        $this->unixSocket = $unixSocket;
        return $this;
    }

    public function getDbname(): string
    {
        return $this->dbname;
    }

    public function withDbname(string $dbname): self
    {
        $this->dbname = $dbname;
        return $this;
    }

    public function getCharset(): string
    {
        return $this->charset;
    }

    public function withCharset(string $charset): self
    {
        $this->charset = $charset;
        return $this;
    }

    public function getUsername(): string
    {
        return $this->username;
    }

    public function withUsername(string $username): self
    {
        $this->username = $username;
        return $this;
    }

    public function getPassword(): string
    {
        return $this->password;
    }

    public function withPassword(string $password): self
    {
        $this->password = $password;
        return $this;
    }

    public function getOptions(): array
    {
        return $this->options;
    }

    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }

    public function hasUnixSocket(): bool
    {
        return $this->unixSocket !== '';
    }
}
)PHP"sv},
{"tern\\internal\\tasks", "tern:/library/Tern/Internal/Tasks.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\WaitGroup;
use Throwable;
use TypeError;

/**
 * Functions that run at the same time, each in a coroutine, and someone who waits for their results: what batch(),
 * parallel() and map() of Swoole\Coroutine have in common, and these.
 */
final class Tasks
{
    private array $results = [];
    private ?Throwable $failure = null;
    private WaitGroup $running;
    private bool $awaited = true;

    private function __construct(int $count)
    {
        if ($count > 0 && Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->running = new WaitGroup($count);
    }

    public static function batch(array $functions, float $timeout = -1): array
    {
        foreach ($functions as $function) {
            if (!is_callable($function)) {
                $type = get_debug_type($function);
                throw new TypeError("Swoole\Coroutine\batch(): Argument #1 (\$tasks) must contain callables only, $type given");
            }
        }
        $tasks = new self(count($functions));
        foreach ($functions as $key => $function) {
            $tasks->start($key, $function, []);
        }
        return $tasks->wait($timeout);
    }

    public static function parallel(int $count, callable $function): void
    {
        $tasks = new self(max($count, 0));
        for ($i = 0; $i < $count; ++$i) {
            $tasks->start($i, $function, []);
        }
        $tasks->wait(-1);
    }

    public static function map(array $list, callable $function, float $timeout = -1): array
    {
        $tasks = new self(count($list));
        foreach ($list as $key => $value) {
            $tasks->start($key, $function, [$value]);
        }
        return $tasks->wait($timeout);
    }

    /** A task that cannot be started because of max_coroutine has no result. */
    private function start(int|string $key, callable $function, array $arguments): void
    {
        $this->results[$key] = null;
        if (Coroutine::create($this->run(...), $key, $function, $arguments) === false) {
            $this->running->done();
        }
    }

    private function run(int|string $key, callable $function, array $arguments): void
    {
        try {
            $this->results[$key] = $function(...$arguments);
        } catch (CanceledException $end) {
            throw $end;
        } catch (Throwable $thrown) {
            if (!$this->awaited) {
                throw $thrown;
            }
            $this->failure ??= $thrown;
        } finally {
            $this->running->done();
        }
    }

    /** The results by their keys, null for what has not ended in time; or throws the first exception of a task. */
    private function wait(float $timeout): array
    {
        try {
            $this->running->wait($timeout);
        } finally {
            $this->awaited = false;
        }
        return $this->failure === null ? $this->results : throw $this->failure;
    }
}
)PHP"sv},
{"tern\\internal\\tracing\\exporter", "tern:/library/Tern/Internal/Tracing/Exporter.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Tracing;

use Swoole\Coroutine\Client;
use function strlen;

/** Sends a batch of spans to a collector: OTLP/HTTP, binary protobuf. */
final class Exporter
{
    private const SECONDS = 5.0;
    private const MOST_READS = 16;  // of a head of a few hundred bytes
    // Section "Retryable Response Codes" of OTLP.
    private const LATER = [429, 502, 503, 504];

    /**
     * Suspends.
     *
     * @param array<string, string> $headers
     * @return array{bool, string, int}|null null: it was taken; else whether it is worth another try, why it was not, and
     *         after how many seconds it wants to be tried again; 0: it does not say
     */
    public static function send(string $url, array $headers, string $body): ?array
    {
        $parts = parse_url($url);
        $tls = $parts['scheme'] === 'https';
        $host = trim($parts['host'], '[]');
        $port = $parts['port'] ?? ($tls ? 443 : 80);
        $kind = str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP;
        $client = new Client($tls ? $kind | SWOOLE_SSL : $kind);
        $client->set(['ssl_verify_peer' => true, 'ssl_host_name' => $host]);
        if (!$client->connect($host, $port, self::SECONDS)) {
            return [true, $client->errMsg, 0];
        }
        $fields = ['Host' => isset($parts['port']) ? "{$parts['host']}:$port" : $parts['host'],
            'Content-Type' => 'application/x-protobuf', 'Content-Length' => strlen($body), 'Connection' => 'close'];
        $head = 'POST ' . rtrim($parts['path'] ?? '', '/') . "/v1/traces HTTP/1.1\r\n";
        foreach ($fields + $headers as $name => $value) {
            $head .= "$name: $value\r\n";
        }
        [$status, $after] = $client->send("$head\r\n$body") !== false ? self::answer($client) : [0, 0];
        $why = $status === 0 ? ($client->errMsg ?: 'no answer') : "status $status";
        $client->close();
        $later = $status === 0 || in_array($status, self::LATER, true);
        return $status >= 200 && $status < 300 ? null : [$later, $why, $after];
    }

    /** @return array{int, int} the status, 0: there was no answer; Retry-After in seconds, 0: none */
    private static function answer(Client $client): array
    {
        $tries = self::MOST_READS;
        for ($answer = ''; !str_contains($answer, "\r\n\r\n") && $tries-- > 0; $answer .= $more) {
            $more = $client->recv(self::SECONDS);
            if ($more === false || $more === '') {
                break;
            }
        }
        if (preg_match('~^HTTP/1\.\d (\d{3})\D~', $answer, $status) !== 1) {
            return [0, 0];
        }
        $after = preg_match('~^Retry-After:[ \t]*(\d{1,6})[ \t]*\r$~im', $answer, $found) === 1 ? (int) $found[1] : 0;
        return [(int) $status[1], $after];
    }
}
)PHP"sv},
{"tern\\pool", "tern:/library/Tern/Pool.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use Closure;
use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Timer;
use Tern\Internal\Pool\Member;
use Tern\Internal\Pool\Settings;
use Tern\Internal\Pool\Stock;
use Tern\Internal\Pool\Waiter;
use Tern\Internal\SharedPlaces;
use Throwable;
use WeakMap;
use WeakReference;
use function Tern\Internal\in_worker;
use function Tern\Internal\wait;
use function Tern\Internal\wake;

/**
 * Connections that coroutines borrow, of one process. Whoever gets one gets it as new: when it is given back, whatever was
 * done with it is undone, in the background. One that the server has closed is never handed out.
 *
 * An object that was made before the server's start() makes connections of its own in each worker.
 */
final class Pool
{
    private const TEND_MS = 1000;
    private const TEND_CAPPED_MS = 100;
    private const ASK_AGAIN = 0.02;
    private const HOLDERS_TOLD = 5;
    /** Variables that hold a connection in put(): the caller's and its own. */
    private const REFERENCES_IN_PUT = 2;

    private readonly Settings $settings;
    private readonly ?SharedPlaces $shared;
    private Stock $stock;
    /** @var array<int, Member> by spl_object_id() of the connection */
    private array $lent = [];
    /** @var array<int, array<int, Member>> the same by coroutine; whoever has an entry is watched until it ends */
    private array $borrowers = [];
    /** @var array<int, Waiter> by coroutine, in the order of their coming */
    private array $waiting = [];
    private array $count = ['borrowed' => 0, 'leaks' => 0, 'timeouts' => 0];
    private float $longest_wait = 0;
    private bool $closed = false;
    private int $pid = 0;
    /** What a process has from its parent is never destroyed: that would end the parent's sessions. */
    private static array $inherited = [];
    /** @var WeakMap<self, true>|null those that were used in this process, or its parents */
    private static ?WeakMap $used = null;

    /**
     * @param callable $connect returns a new connection: PDO, mysqli, PgSql\Connection, Redis, a client of Swoole\Coroutine,
     *     a class that implements Tern\Pool\Resettable, or with $reset any object. May suspend
     * @param int $size most connections at a time, 1 to 65536
     * @param int $min connections that are kept however long they are idle, 0 to $size
     * @param float $timeout seconds to wait for a connection, also for the server to be reachable
     * @param float $maxLifetime seconds after which a connection is replaced; 0: never
     * @param float $idleTime seconds after which an idle connection is closed, down to $min; 0: never
     * @param float $jitter share by which both are shorter at random, 0 to 1
     * @param float $checkAfter a connection that was idle for so many seconds is asked (one round trip) before it is
     *     handed out; 0: always. Whether the server has closed it is looked at every time, without a round trip
     * @param float $resetTimeout seconds that cleaning or asking may take; then the connection is replaced
     * @param callable|null $setup is called with each new connection and after each reset, for settings of the session: what
     *     $connect itself has set is gone after the first reset. May suspend
     * @param callable|null $reset cleans a connection instead of what the pool knows; false or an exception: replace it.
     *     May suspend
     * @param int|null $cap most connections of all processes that share this object, which was made before they were
     *     started; null: no such limit
     * @param string $name for messages and stats()
     * @throws \ValueError if a number is out of range
     */
    public function __construct(
        callable $connect,
        int $size = 16,
        int $min = 0,
        float $timeout = 3.0,
        float $maxLifetime = 1800.0,
        float $idleTime = 300.0,
        float $jitter = 0.1,
        float $checkAfter = 30.0,
        float $resetTimeout = 3.0,
        ?callable $setup = null,
        ?callable $reset = null,
        ?int $cap = null,
        string $name = 'pool',
    ) {
        $this->settings = new Settings(
            Closure::fromCallable($connect),
            $size,
            $min,
            $timeout,
            $maxLifetime,
            $idleTime,
            $jitter,
            $checkAfter,
            $resetTimeout,
            $setup === null ? null : Closure::fromCallable($setup),
            $reset === null ? null : Closure::fromCallable($reset),
            $cap,
            $name,
        );
        $this->shared = $cap === null ? null : new SharedPlaces($cap);
        $this->stock = new Stock($this->settings, $this->shared);
    }

    /**
     * Calls a function with a connection and gives the connection back. Suspends.
     *
     * @param callable $work gets the connection, and must not keep it
     * @param float|null $timeout seconds; null: that of the pool
     * @return mixed what the function returned
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function use(callable $work, ?float $timeout = null): mixed
    {
        $connection = $this->get($timeout);
        try {
            return $work($connection);
        } finally {
            $this->put($connection);
        }
    }

    /**
     * Borrows a connection, until put(). Those who wait get theirs in the order of their coming. Suspends.
     *
     * @param float|null $timeout seconds; null: that of the pool
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function get(?float $timeout = null): object
    {
        $this->enter();
        $until = Stock::now() + ($timeout ?? $this->settings->timeout);
        $member = $this->take();
        if ($member === null) {
            $place = $this->waiting === [] && $this->stock->tryPlace();
            $member = ($place ? null : $this->wait($until)) ?? $this->make($until);
        }
        return $this->lend($member);
    }

    /**
     * Gives a connection back. It is cleaned in the background: a transaction is rolled back at once. May suspend.
     *
     * @throws PoolException if it is not lent
     */
    public function put(object $connection): void
    {
        $id = spl_object_id($connection);
        $member = $this->lent[$id] ?? null;
        if ($member === null) {
            throw new PoolException('The ' . get_debug_type($connection) . " is not lent by pool '{$this->settings->name}': "
                . 'it is not of this pool, or was given back before');
        }
        unset($this->borrowers[$member->cid][$id]);
        $this->takeBack($member);
    }

    /**
     * Closes what is idle now, and what is lent when it comes back. Whoever waits, or wants a connection from now on, gets a
     * PoolException.
     */
    public function close(): void
    {
        $this->closed = true;
        foreach (array_splice($this->stock->idle, 0) as $member) {
            $this->stock->close($member, 'close');
        }
        while ($this->waiting !== []) {
            $this->serve(null);
        }
    }

    /**
     * @return array name; size (connections there are, or are being made), idle, in_use, waiting; borrowed (how often),
     *     created, closed (by reason: lifetime, idle, lost, cut, reset, kept, cap, canceled, close), leaks, timeouts; longest_wait
     *     in seconds. All of this process
     */
    public function stats(): array
    {
        return ['name' => $this->settings->name, 'size' => $this->stock->size, 'idle' => count($this->stock->idle),
            'in_use' => count($this->lent), 'waiting' => count($this->waiting), ...$this->count,
            'created' => $this->stock->created, 'closed' => $this->stock->closed, 'longest_wait' => $this->longest_wait];
    }

    /**
     * The stats() of all pools that are in use in this process.
     *
     * @internal
     */
    public static function report(): array
    {
        $report = [];
        foreach (self::$used ?? [] as $pool => $_) {
            if ($pool->pid === getmypid()) {
                $report[] = $pool->stats();
            }
        }
        return $report;
    }

    private function enter(): void
    {
        if (Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->refuseClosed();
        if (getmypid() !== $this->pid) {
            $this->begin();
        }
        $oldest = $this->stock->idle[0] ?? null;
        if ($oldest !== null && Stock::now() - $oldest->idle_since >= $oldest->idle_time) {
            $this->stock->tidy();
        }
    }

    private function refuseClosed(): void
    {
        if ($this->closed) {
            throw new PoolException("Pool '{$this->settings->name}' is closed");
        }
    }

    /** The first use in a process. */
    private function begin(): void
    {
        if ($this->pid !== 0) {
            self::$inherited[] = [$this->stock, $this->lent];
            $this->stock = new Stock($this->settings, $this->shared);
            [$this->lent, $this->borrowers, $this->waiting] = [[], [], []];
        }
        $this->pid = getmypid();
        self::$used ??= new WeakMap();
        self::$used[$this] = true;
        $this->grow();
        if (in_worker()) {
            $pool = WeakReference::create($this);
            $every = $this->settings->cap === null ? self::TEND_MS : self::TEND_CAPPED_MS;
            Timer::tick($every, static function (int $timer) use ($pool) {
                $pool->get()?->tend() ?? Timer::clear($timer);
            });
        }
    }

    /** @return bool|null null: no more */
    private function tend(): ?bool
    {
        if ($this->closed) {
            return null;
        }
        $this->stock->tidy();
        $this->grow();
        return true;
    }

    /** Up to the least size, in the background. */
    private function grow(): void
    {
        $until = Stock::now() + $this->settings->timeout;
        while ($this->stock->size < $this->settings->min && $this->stock->tryPlace()) {
            $started = Coroutine::create(function () use ($until) {
                try {
                    $this->settle($this->make($until));
                } catch (Throwable) {  // whoever wants one makes it, and learns why that fails
                }
            });
            if ($started === false) {
                $this->stock->givePlace();
                return;
            }
        }
    }

    private function take(): ?Member
    {
        for ($taken = null; $taken === null && $this->waiting === [] && $this->stock->idle !== [];) {
            try {
                $taken = $this->stock->take();
            } finally {
                if ($taken === null) {
                    $this->passOn();  // who came while one was asked that did not answer
                }
            }
        }
        return $taken;
    }

    private function make(float $until): Member
    {
        $made = null;
        try {
            return $made = $this->stock->make($until);
        } finally {
            if ($made === null) {
                $this->passOn();
            }
        }
    }

    private function lend(Member $member): object
    {
        if ($this->closed) {
            $this->stock->close($member, 'close');
            $this->refuseClosed();
        }
        $cid = Coroutine::getCid();
        $member->isLentTo($cid);
        $id = spl_object_id($member->connection);
        if (!isset($this->borrowers[$cid])) {
            Coroutine::defer(fn() => $this->comeBack($cid));
        }
        ++$this->count['borrowed'];
        return ($this->lent[$id] = $this->borrowers[$cid][$id] = $member)->connection;
    }

    /** What a coroutine that ended has not given back. */
    private function comeBack(int $cid): void
    {
        $members = $this->borrowers[$cid];
        unset($this->borrowers[$cid]);
        foreach ($members as $member) {
            [$where, $seconds] = [$member->where, Stock::now() - $member->since];
            ++$this->count['leaks'];
            $this->takeBack($member);
            trigger_error(sprintf("Pool '%s': coroutine %d ended without put(): the connection that it took at %s, %.1f s ago, "
                . 'comes back by itself', $this->settings->name, $cid, $where, $seconds), E_USER_WARNING);
        }
    }

    private function takeBack(Member $member): void
    {
        unset($this->lent[spl_object_id($member->connection)]);
        $held = $member->session->isHeld(self::REFERENCES_IN_PUT);
        if ($held) {
            $this->stock->endTransaction($member);
        }
        if (Coroutine::create($this->clean(...), $member, $held) === false) {
            $this->stock->close($member, 'reset');
            $this->passOn();
        }
    }

    private function clean(Member $member, bool $held): void
    {
        $clean = false;
        try {
            $free = $this->closed || !$held || $this->stock->awaitRelease($member);
            $clean = $free && ($this->closed || $this->stock->clean($member));
        } finally {
            $clean ? $this->settle($member) : $this->passOn();
        }
    }

    /** A connection as new, which nobody has. */
    private function settle(Member $member): void
    {
        if ($this->closed) {
            $this->stock->close($member, 'close');
        } elseif ($this->stock->isNeededElsewhere($this->waiting !== [])) {
            $this->stock->close($member, 'cap');
        } elseif (!$this->serve($member)) {
            $this->stock->keep($member);
        }
    }

    /** There may be room for another one. */
    private function passOn(): void
    {
        while ($this->waiting !== [] && $this->stock->tryPlace()) {
            $this->serve(null);
        }
    }

    /** To whoever waits the longest, who goes on at once: a connection, or a place for one. */
    private function serve(?Member $member): bool
    {
        $cid = array_key_first($this->waiting);
        if ($cid === null) {
            return false;
        }
        $waiter = $this->waiting[$cid];
        unset($this->waiting[$cid]);
        [$waiter->served, $waiter->member] = [true, $member];
        return wake($cid);
    }

    /** @return Member|null null: a place for one */
    private function wait(float $until): ?Member
    {
        $cid = Coroutine::getCid();
        $waiter = $this->waiting[$cid] = new Waiter();
        $began = Stock::now();
        try {
            while (!$waiter->served) {
                $left = $until - Stock::now();
                $left > 0 || throw $this->timeout(Stock::now() - $began);
                // Nothing tells when another process gives up a place.
                $slice = $this->shared === null ? $left : min($left, self::ASK_AGAIN);
                if (!wait(max($slice, 0.001)) && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
                    throw new CanceledException('The wait for a connection was cancelled');
                }
                if ($this->shared !== null && array_key_first($this->waiting) === $cid && $this->stock->tryPlace()) {
                    return null;
                }
            }
        } finally {
            unset($this->waiting[$cid]);
            $this->longest_wait = max($this->longest_wait, Stock::now() - $began);
        }
        $this->refuseClosed();
        return $waiter->member;
    }

    private function timeout(float $waited): PoolTimeout
    {
        ++$this->count['timeouts'];
        $holders = array_map(fn(Member $member) => $member->holder(), array_values($this->lent));
        usort($holders, fn(array $one, array $other) => $other['seconds'] <=> $one['seconds']);
        $text = sprintf(
            "Pool '%s' had no connection within %.1f s: %d of %d are in use",
            $this->settings->name,
            $waited,
            count($holders),
            $this->settings->size,
        );
        foreach (array_slice($holders, 0, self::HOLDERS_TOLD) as ['cid' => $cid, 'seconds' => $seconds, 'where' => $where]) {
            $text .= sprintf('; coroutine %d has one for %.1f s, taken at %s', $cid, $seconds, $where);
        }
        return new PoolTimeout($text, $holders);
    }
}
)PHP"sv},
{"tern\\pool\\resettable", "tern:/library/Tern/Pool/Resettable.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Pool;

/** A connection that Tern\Pool can clean without being told how. */
interface Resettable
{
    /**
     * Makes the connection what it was when it was new, whatever was done with it: ends transactions, drops locks and
     * settings. May suspend.
     *
     * @return bool false: it is of no use any more
     */
    public function resetSession(): bool;

    /** Whether the other side answers. May suspend. */
    public function ping(): bool;
}
)PHP"sv},
{"tern\\poolexception", "tern:/library/Tern/PoolException.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use RuntimeException;

/** What a Tern\Pool cannot do. */
class PoolException extends RuntimeException
{
}
)PHP"sv},
{"tern\\pooltimeout", "tern:/library/Tern/PoolTimeout.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

/** No connection was free in time. */
final class PoolTimeout extends PoolException
{
    /**
     * @param list<array{cid: int, seconds: float, where: string}> $holders who had the connections, since when and taken
     *     where (file:line), the longest first
     */
    public function __construct(string $message, public readonly array $holders)
    {
        parent::__construct($message);
    }
}
)PHP"sv},
{"tern\\reentrant", "tern:/library/Tern/Reentrant.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use Attribute;

/**
 * On the function that the index.php of `tern serve FOLDER` returns, or on the class of the object: it handles any number of
 * requests at a time, since nothing of a request is kept in properties, captured or static variables, or globals. Without it an
 * application handles one request at a time. Subclasses do not inherit it.
 */
#[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_FUNCTION | Attribute::TARGET_METHOD)]
final class Reentrant
{
}
)PHP"sv},
{"tern\\tracing", "tern:/library/Tern/Tracing.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use Throwable;
use ValueError;
use function Tern\Internal\trace_begin;
use function Tern\Internal\trace_current;
use function Tern\Internal\trace_end;

/**
 * The trace that the running coroutine belongs to: that of the request that it handles, or that of the coroutine that
 * started it. In workers of a server with the option `tracing`; elsewhere there is none, and nothing here does anything.
 * Nothing here suspends.
 */
final class Tracing
{
    private function __construct()
    {
    }

    /**
     * Calls a function within a span of its own. What it does, and coroutines that it starts, belong to that span.
     * Where there is no trace, one begins, which is recorded as `tracing_sample_ratio` says. An exception marks the span
     * as failed, and goes on.
     *
     * @param string $name what is done, not on what: names are counted and compared
     * @param callable $body without parameters. It may suspend
     * @param array<string, string|int|float|bool> $attributes at most 128
     * @return mixed what it returns
     * @throws ValueError if an attribute has no name, or another kind of value
     */
    public static function span(string $name, callable $body, array $attributes = []): mixed
    {
        foreach ($attributes as $key => $value) {
            if (!is_string($key) || !is_scalar($value)) {
                throw new ValueError('Tern\Tracing::span(): Argument #3 ($attributes) must have string, int, float or bool '
                    . "values with names, " . get_debug_type($value) . " given for \"$key\"");
            }
        }
        $span = trace_begin();
        if ($span === null) {
            return $body();
        }
        try {
            $result = $body();
        } catch (Throwable $error) {
            trace_end($span, $name, $attributes, $error::class, $error->getMessage());
            throw $error;
        }
        trace_end($span, $name, $attributes, null, '');
        return $result;
    }

    /**
     * @return array{trace_id: string, span_id: string, sampled: bool, trace_state: string}|null null: no trace
     */
    public static function current(): ?array
    {
        $current = trace_current();
        return $current === null ? null : array_combine(['trace_id', 'span_id', 'sampled', 'trace_state'], $current);
    }

    /** The value of the field traceparent (W3C Trace Context) for whom this coroutine asks; '': no trace. */
    public static function traceparent(): string
    {
        $current = trace_current();
        return $current === null ? '' : "00-$current[0]-$current[1]-0" . (int) $current[2];
    }

    /**
     * The fields of a request to somebody else, by name: traceparent, and tracestate where the client sent one.
     *
     * @return array<string, string> empty: no trace
     */
    public static function headers(): array
    {
        return array_filter(['traceparent' => self::traceparent(), 'tracestate' => trace_current()[3] ?? ''], 'strlen');
    }
}
)PHP"sv},
{"tern\\websocket\\rooms", "tern:/library/Tern/WebSocket/Rooms.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\WebSocket;

use Swoole\Coroutine;
use Swoole\WebSocket\Frame;
use Swoole\WebSocket\Server;
use Tern\Internal\Rooms\Backplane;
use Tern\Internal\Rooms\Settings;
use ValueError;
use function count;
use function is_int;
use function strlen;
use function Tern\Internal\rooms_ask;
use function Tern\Internal\rooms_lost;
use function Tern\Internal\rooms_open;
use function Tern\Internal\rooms_send;

/**
 * Groups of WebSocket connections that get the same messages, over all workers of a server and, with a backplane, over all
 * servers. A message is framed, and compressed, once in each worker. A connection leaves its rooms when it closes.
 *
 * Made before the server starts, used in its workers from then on.
 */
final class Rooms
{
    private const JOIN = 1;
    private const LEAVE = 2;
    private const ROOMS = 3;
    private const COUNT = 4;
    private const MEMBERS = 5;

    private const MOST_NAME = 255;
    private const MOST_EXCEPT = 1000;
    /** How long broadcast() waits for a worker that does not read. */
    private const PATIENCE = 1.0;
    private const ASK_AGAIN = 0.002;
    private const ANSWER_WITHIN = 5.0;

    private readonly Settings $settings;
    private readonly ?Backplane $backplane;
    private readonly int $number;

    /**
     * @param array $options backplane: 'redis://[[user]:password@]host[:port][/database]' or 'redis+unix:/path', over which
     *     servers pass messages on to each other (null: this server only); prefix: of the names of its channels
     *     ('tern:rooms:'); queue: bytes that may wait for one client, 1024 to 1 GB (1 MB); on_full: what happens to a client
     *     for which more would wait: 'drop', it misses messages, or 'close', it is cut off ('drop'); compress: for clients
     *     that can decompress, where the server has websocket_compression (true); rooms_per_connection: most rooms that a
     *     connection is in, 1 to 100000 (100); members_per_room: most connections in a room, of each worker, 1 to 16777216
     *     (100000)
     * @throws ValueError for another option or value
     * @throws \Swoole\Exception when the server has started, or has 16 objects of this class
     */
    public function __construct(Server $server, array $options = [])
    {
        $this->settings = new Settings($options);
        $backplane = $this->settings->backplane === null ? null : new Backplane($this->settings);
        $this->number = rooms_open(
            $server,
            $this->settings->queue,
            $this->settings->on_full === 'close',
            $this->settings->rooms_per_connection,
            $this->settings->members_per_room,
            $backplane === null ? null : $backplane->run(...),
        );
        $this->backplane = $backplane;
        $backplane?->serve($this->number);
    }

    /**
     * Suspends when the connection is another worker's, and for the first connection with the backplane until that is
     * reached, for at most a second.
     *
     * @param int $fd a WebSocket, of any worker
     * @param string $room 1 to 255 bytes
     * @return bool true also when it was there already. False with the reason in swoole_last_error(): 1005 or 8503 no open
     *     WebSocket; 506 a limit of the options; 9006 its worker does not read
     * @throws ValueError for a name that is too short or too long
     */
    public function join(int $fd, string $room): bool
    {
        $this->check($room, __METHOD__, 2);
        $this->backplane?->awaitReady();
        return rooms_ask($this->number, self::JOIN, $fd, $room, self::ANSWER_WITHIN);
    }

    /**
     * Suspends when the connection is another worker's.
     *
     * @param string|null $room null: every room
     * @return bool false when it was not there
     */
    public function leave(int $fd, ?string $room = null): bool
    {
        if ($room !== null) {
            $this->check($room, __METHOD__, 2);
        }
        return rooms_ask($this->number, self::LEAVE, $fd, $room ?? '', self::ANSWER_WITHIN);
    }

    /**
     * Sends a message to all connections in a room, of all workers and servers. In a coroutine it suspends while another
     * worker does not keep up, for at most a second; elsewhere that is a failure at once.
     *
     * @param Frame|string $data text, or a whole message of text or binary data; at most 255 KB
     * @param int|int[] $except connections of this server that do not get it, at most 1000
     * @param int $opcode WEBSOCKET_OPCODE_TEXT or WEBSOCKET_OPCODE_BINARY, where $data is a string
     * @return bool false when it did not reach every worker, or the backplane is too far behind: swoole_last_error() is
     *     9006 then, or 1203 for a message that is too long, which reaches nobody. Clients that miss it are counted in
     *     stats() of the server (websocket_dropped)
     * @throws ValueError for a text that is not UTF-8, which clients would close their connections for, a frame that is no
     *     whole message, or a name that is too short or too long
     */
    public function broadcast(string $room, Frame|string $data, int|array $except = [], int $opcode = WEBSOCKET_OPCODE_TEXT): bool
    {
        $this->check($room, __METHOD__, 1);
        return $this->send($room, $data, $except, $opcode, __METHOD__);
    }

    /** The same to every WebSocket of the server and of those behind the backplane, in rooms or not. */
    public function broadcastAll(Frame|string $data, int|array $except = [], int $opcode = WEBSOCKET_OPCODE_TEXT): bool
    {
        return $this->send(null, $data, $except, $opcode, __METHOD__);
    }

    /**
     * How many connections of this server are in a room. Suspends when other workers have some.
     *
     * @return int|false false when a worker did not answer
     */
    public function count(string $room): int|false
    {
        $this->check($room, __METHOD__, 1);
        return rooms_ask($this->number, self::COUNT, 0, $room, self::ANSWER_WITHIN);
    }

    /**
     * The connections of this server that are in a room, in no order. Suspends when other workers have some.
     *
     * @return int[]|false false when a worker did not answer
     */
    public function members(string $room): array|false
    {
        $this->check($room, __METHOD__, 1);
        return rooms_ask($this->number, self::MEMBERS, 0, $room, self::ANSWER_WITHIN);
    }

    /**
     * The rooms that a connection is in. Suspends when it is another worker's.
     *
     * @return string[]|false false when there is no such connection, or its worker did not answer
     */
    public function rooms(int $fd): array|false
    {
        return rooms_ask($this->number, self::ROOMS, $fd, '', self::ANSWER_WITHIN);
    }

    /**
     * What the backplane of this worker has done.
     *
     * @return array connected: whether messages of other servers arrive; published, received: messages; lost: messages that
     *     are known not to have been sent or to have arrived; connects: how often it was reached; queued: bytes that wait
     */
    public function stats(): array
    {
        return $this->backplane?->stats() ?? Backplane::NOTHING;
    }

    private function send(?string $room, Frame|string $data, int|array $except, int $opcode, string $method): bool
    {
        [$text, $opcode] = $this->message($data, $opcode, $method);
        $except = $this->exceptions($except, $method, $room === null ? 2 : 3);
        $full = rooms_send($this->number, $room, $text, $opcode, $this->settings->compress, $except, null);
        if ($full === false) {
            return false;
        }
        $published = $this->backplane?->publish($room, $text, $opcode) ?? true;
        $patience = (int) (self::PATIENCE / self::ASK_AGAIN);
        while ($full !== [] && $patience-- > 0 && Coroutine::getCid() > 0) {
            Coroutine::sleep(self::ASK_AGAIN);
            $full = rooms_send($this->number, $room, $text, $opcode, $this->settings->compress, $except, $full);
        }
        return $full === [] ? $published : rooms_lost(count($full));
    }

    private function message(Frame|string $data, int $opcode, string $method): array
    {
        if ($data instanceof Frame) {
            if (!$data->finish && ($data->flags & SWOOLE_WEBSOCKET_FLAG_FIN) === 0) {
                throw new ValueError("$method(): the frame must be a whole message, its finish is false");
            }
            [$data, $opcode] = [(string) $data->data, (int) $data->opcode];
        }
        if ($opcode !== WEBSOCKET_OPCODE_TEXT && $opcode !== WEBSOCKET_OPCODE_BINARY) {
            throw new ValueError("$method(): the opcode must be WEBSOCKET_OPCODE_TEXT or WEBSOCKET_OPCODE_BINARY, $opcode given");
        }
        if ($opcode === WEBSOCKET_OPCODE_TEXT && preg_match('//u', $data) !== 1) {
            throw new ValueError("$method(): text must be UTF-8; other bytes are sent with WEBSOCKET_OPCODE_BINARY");
        }
        return [$data, $opcode];
    }

    private function exceptions(int|array $except, string $method, int $argument): array
    {
        $except = (array) $except;
        if (count($except) > self::MOST_EXCEPT) {
            throw new ValueError("$method(): Argument #$argument (\$except) must have at most " . self::MOST_EXCEPT
                . ' connections, ' . count($except) . ' given');
        }
        foreach ($except as $one) {
            if (!is_int($one)) {
                throw new ValueError("$method(): Argument #$argument (\$except) must have numbers of connections, "
                    . get_debug_type($one) . ' given');
            }
        }
        return $except;
    }

    private function check(string $room, string $method, int $argument): void
    {
        if ($room === '' || strlen($room) > self::MOST_NAME) {
            throw new ValueError("$method(): Argument #$argument (\$room) must have 1 to " . self::MOST_NAME . ' bytes, '
                . strlen($room) . ' given');
        }
    }
}
)PHP"sv},
};
// clang-format on

}  // namespace

std::span<const Source> sources() noexcept { return kSources; }

}  // namespace tern::php::library
