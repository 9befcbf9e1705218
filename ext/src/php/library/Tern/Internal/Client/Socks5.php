<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use function count;
use function strlen;

/** Asks a SOCKS proxy for a connection: RFC 1928, and RFC 1929 for the password. */
final class Socks5
{
    private const VERSION = 5;
    private const LOGIN_VERSION = 1;
    private const CONNECT = 1;
    private const MOST_BYTES = 255;  // of a name, a user, a password
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
        if (max(strlen($user), strlen($password)) > self::MOST_BYTES) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_AUTH_FAILED, 'user and password for a SOCKS5 proxy have at most 255 bytes');
        }
        $this->send(pack('CC', self::LOGIN_VERSION, strlen($user)) . $user . pack('C', strlen($password)) . $password);
        if ($this->bytes(2)[1] !== 0) {
            throw Failure::coded(SWOOLE_ERROR_SOCKS5_AUTH_FAILED);
        }
    }

    /** The reply ends with the address that the proxy uses, which is of no interest. */
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
        if (strlen($host) > self::MOST_BYTES) {
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
        /** @var array<int> $bytes */
        $bytes = unpack('C*', $got);
        return array_values($bytes);
    }
}
