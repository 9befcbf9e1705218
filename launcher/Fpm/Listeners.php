<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function is_int;
use function is_string;

/** The listening sockets of all pools. The master opens them, and they outlive the servers of its pools. */
final class Listeners
{
    private const IN_USE = 98;

    /** @var array<string, int> descriptors by address: "127.0.0.1:9000", "[::1]:9000", or a path */
    private array $open = [];
    /** @var array<string, int> the same by pool and directive */
    private array $ofPools = [];

    private function __construct(private readonly Log $log)
    {
    }

    /**
     * @param list<PoolConfig> $pools
     * @throws ConfigError
     */
    public static function open(array $pools, Restart $restart, Log $log): self
    {
        $self = new self($log);
        foreach ($restart->sockets as $address => $descriptor) {
            $log->notice("using inherited socket fd=$descriptor, \"$address\"");
        }
        $self->provideAll($pools, $restart->sockets);
        self::end(array_diff_key($restart->sockets, $self->open));
        return $self;
    }

    /**
     * Whether open() could: those that are new are opened, and closed again.
     *
     * @param list<PoolConfig> $pools
     * @throws ConfigError
     */
    public static function try(array $pools, Restart $restart, Log $log): void
    {
        $self = new self($log);
        try {
            $self->provideAll($pools, $restart->sockets);
        } finally {
            self::end(array_diff_key($self->open, $restart->sockets));
        }
    }

    /** @param array<string, int> $sockets descriptors by address */
    private static function end(array $sockets): void
    {
        foreach ($sockets as $address => $descriptor) {
            Unix\close($descriptor);
            str_starts_with($address, '/') && @unlink($address);
        }
    }

    /**
     * @param list<PoolConfig> $pools
     * @param array<string, int> $given
     */
    private function provideAll(array $pools, array $given): void
    {
        foreach ($pools as $pool) {
            foreach (['listen', 'pm.status_listen'] as $directive) {
                $pool->isGiven($directive) && $this->provide($pool, $directive, $given);
            }
        }
    }

    /** @param array<string, int> $given */
    private function provide(PoolConfig $pool, string $directive, array $given): void
    {
        [$host, $port] = $pool->isIp($directive) ? $this->resolve($pool->text($directive)) : [$pool->text($directive), 0];
        if ($host === '') {
            $host = $this->chooseWildcard($port, $given, $pool);
        }
        $address = self::address($host, $port);
        $access = $port === 0 ? SocketAccess::of($pool, $this->log) : null;
        $this->open[$address] ??= $given[$address] ?? $this->listen($pool, $directive, $host, $port, $access);
        $this->ofPools["$pool->name $directive"] = $this->open[$address];
    }

    /**
     * For a port without an address: all of IPv6, which takes IPv4 as well, or else all of IPv4.
     *
     * @param array<string, int> $given
     */
    private function chooseWildcard(int $port, array $given, PoolConfig $pool): string
    {
        if (isset($given["[::]:$port"]) || isset($given["0.0.0.0:$port"])) {
            return isset($given["[::]:$port"]) ? '::' : '0.0.0.0';
        }
        $descriptor = Unix\listen('::', $port, $pool->number('listen.backlog'), 0);
        if ($descriptor >= 0) {
            $this->open["[::]:$port"] = $descriptor;
            return '::';
        }
        $this->log->notice('Failed implicitly binding to ::, retrying with 0.0.0.0');
        return '0.0.0.0';
    }

    private function listen(PoolConfig $pool, string $directive, string $host, int $port, ?SocketAccess $access): int
    {
        $descriptor = Unix\listen($host, $port, $pool->number('listen.backlog'), $access->mode ?? 0);
        if ($descriptor === -self::IN_USE && $access !== null) {
            throw new ConfigError("Another FPM instance seems to already listen on $host");
        }
        if ($descriptor < 0) {
            throw ConfigError::ofSystem("unable to bind listening socket for address '{$pool->text($directive)}'", -$descriptor);
        }
        $access?->apply($host, $pool, $this->log);
        return $descriptor;
    }

    private static function address(string $host, int $port): string
    {
        return match (true) {
            $port === 0 => $host,
            str_contains($host, ':') => "[$host]:$port",
            default => "$host:$port",
        };
    }

    /** @return array{string, int} the address is "" for a port alone */
    private function resolve(string $address): array
    {
        if (Kind::isNumber($address)) {
            return ['', self::port($address)];
        }
        $place = (int) strrpos($address, ':');
        [$host, $port] = [substr($address, 0, $place), self::port(substr($address, $place + 1))];
        $host = trim($host, '[]');
        if ($host === '*') {
            return ['0.0.0.0', $port];
        }
        if (filter_var($host, FILTER_VALIDATE_IP) !== false) {
            return [(string) inet_ntop((string) inet_pton($host)), $port];
        }
        $found = gethostbyname($host);
        if ($found === $host) {
            throw new ConfigError("cannot resolve hostname '$host:$port': Name or service not known");
        }
        $this->log->notice("address '$host' resolved as $found");
        return [$found, $port];
    }

    private static function port(string $text): int
    {
        $port = Kind::isNumber($text) ? (int) $text : 0;
        return $port > 0 && $port < 65536 ? $port : throw new ConfigError("invalid port value '$text'");
    }

    /** @return array<string, int> */
    public function all(): array
    {
        return $this->open;
    }

    /** Of a pool. */
    public function of(PoolConfig $pool, string $directive = 'listen'): int
    {
        return $this->ofPools["$pool->name $directive"];
    }

    /** @return array{string, int} where a socket listens, as the kernel has it */
    public static function name(int $descriptor): array
    {
        [$host, $port] = Unix\socket_name($descriptor) ?? ['', 0];
        return [is_string($host) ? $host : '', is_int($port) ? $port : 0];
    }

    /**
     * In the server of a pool, which must not have those of others.
     *
     * @param list<int> $kept
     */
    public function leave(array $kept): void
    {
        foreach (array_diff($this->open, $kept) as $descriptor) {
            Unix\close($descriptor);
        }
        $this->open = [];
    }

    /** The pools end. Nothing waits in a socket that no process would accept. */
    public function refuse(): void
    {
        array_map(Unix\refuse_connections(...), $this->open);
    }

    /** At the end of the master. */
    public function close(): void
    {
        self::end($this->open);
        $this->open = [];
    }
}
