<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use function in_array;

/** Where a RemoteObject\Server is. */
final class Address
{
    public readonly string $host;

    /** @param string $host an address or a name; the path of a unix socket, with unix: or / in front */
    public function __construct(string $host, public readonly int $port)
    {
        $path = preg_replace('~^unix:(//)?(?=/)~', '', $host);
        $this->host = trim((string) $path, '[]');
    }

    public function isUnix(): bool
    {
        return str_starts_with($this->host, '/');
    }

    /** Whether no other machine can reach it. */
    public function isLocal(): bool
    {
        return $this->isUnix() || in_array($this->host, ['localhost', '::1'], true)
            || (filter_var($this->host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false && str_starts_with($this->host, '127.'));
    }

    /** For a server. */
    public function socketType(): int
    {
        return match (true) {
            $this->isUnix() => SWOOLE_SOCK_UNIX_STREAM,
            str_contains($this->host, ':') => SWOOLE_SOCK_TCP6,
            default => SWOOLE_SOCK_TCP,
        };
    }

    /** @return list<int> of sockets that may connect to it: a name may have addresses of both families */
    public function domains(): array
    {
        return match (true) {
            $this->isUnix() => [AF_UNIX],
            str_contains($this->host, ':') => [AF_INET6],
            filter_var($this->host, FILTER_VALIDATE_IP) !== false => [AF_INET],
            default => [AF_INET, AF_INET6],
        };
    }

    /** As messages name it. */
    public function url(): string
    {
        return match (true) {
            $this->isUnix() => "unix://$this->host",
            str_contains($this->host, ':') => "tcp://[$this->host]:$this->port",
            default => "tcp://$this->host:$this->port",
        };
    }
}
