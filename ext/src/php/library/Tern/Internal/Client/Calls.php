<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use function Tern\Internal\remember_error;
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
    /** @var array<string, mixed>|null what set() was given */
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
     * throw, unknown names have no effect.
     *
     * @param array<string, mixed> $settings
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
        if (!$this->kind->hasPort($port)) {
            return $this->refuse("sendto(): Argument #2 (\$port) must be between 1 and 65535, $port given");
        }
        if ($this->kind->isStream) {
            $this->fail(Failure::coded(SWOOLE_ERROR_OPERATION_NOT_SUPPORT));
            return false;
        }
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

    /** @return array{host: string, address: string, port: int}|false host and address, which are the same, and port */
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

    /**
     * The program may have closed it itself.
     *
     * @phpstan-assert-if-true !null $this->connection
     */
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

    /** False, with a warning and the error set, where connect() cannot go. */
    private function isTarget(string $host, int $port): bool
    {
        if ($host === '') {
            return $this->refuse('connect(): Argument #1 ($host) cannot be empty');
        }
        return $this->kind->hasPort($port) || $this->refuse("connect(): Argument #2 (\$port) must be between 1 and 65535, $port given");
    }

    /** @return false with a warning and the error set, for an argument that is not allowed */
    private function refuse(string $why): bool
    {
        trigger_error(self::class . "::$why", E_USER_WARNING);
        $this->fail(Failure::coded(Errno::EINVAL));
        return false;
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
     * @param callable(Socket, float): mixed $connect is given the limit in seconds, 0: the usual one; throws a Failure
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
            $connect($socket, $this->given ?? $settings->seconds('connect_timeout') ?? $settings->seconds('timeout') ?? self::USUAL_SECONDS);
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
        $usual = $this->given ?? $this->settings()->seconds('timeout') ?? self::USUAL_SECONDS;
        $this->opener()->limit($socket, $usual);
    }

    private function secure(): bool
    {
        $socket = $this->connected();
        if ($socket === null) {
            return false;
        }
        if (!$this->kind->mayHaveTls) {
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
        remember_error($this->errCode);
    }

    /**
     * The result of a call, after its error was noted.
     *
     * @template T
     * @param T $result
     * @return T
     */
    private function told(Socket $socket, mixed $result): mixed
    {
        $this->errCode = $socket->errCode;
        $this->errMsg = $socket->errMsg;
        $this->isFit = $this->isFit && ($this->errCode === 0 || $this->errCode === Errno::EAGAIN);
        return $result;
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
