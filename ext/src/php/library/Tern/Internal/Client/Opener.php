<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Tern\Internal\NameResolvers;

/** Makes connections: the socket with its options, the way through a proxy, TLS. */
final class Opener
{
    // Numbers of Linux, whose names only ext/sockets has.
    private const SOL_SOCKET = 1;
    private const SO_SNDBUF = 7;
    private const SO_RCVBUF = 8;
    public const SO_RCVTIMEO = 20;
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
        [$address, $port] = $this->target($host, $port);
        if ($this->kind->hasTls) {
            $name = $address === $host ? [] : ['ssl_host_name' => $this->settings->get('ssl_host_name', $host)];
            $socket->setProtocol(['open_ssl' => true] + $name);
        }
        $this->dial($socket, $address, $port, $until);
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
            $seconds = $this->settings->seconds($name) ?? $usual;
            self::setLimit($socket, $option, $seconds != 0 ? $seconds : self::usual("socket_$name"));
        }
    }

    /** Seconds, as Coroutine::set() has them. */
    public static function usual(string $name): float
    {
        $options = Coroutine::getOptions() ?? [];
        $seconds = $options[$name] ?? $options['socket_timeout'] ?? null;
        return is_numeric($seconds) ? (float) $seconds : self::USUAL_SECONDS;
    }

    private function hasProxy(): bool
    {
        return $this->kind->isStream && $this->kind->isIp && $this->settings->hasProxy();
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
        $address = $this->settings->text('bind_address');
        $port = $this->settings->number('bind_port') ?? 0;
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
        $settings = $this->settings;
        $proxy = $settings->text('socks5_host');
        if ($proxy !== null) {
            $this->dial($socket, $proxy, $settings->number('socks5_port') ?? 1080, $until);
            [$user, $password] = [$settings->text('socks5_username') ?? '', $settings->text('socks5_password') ?? ''];
            (new Socks5($socket, $until))->open($host, $port, $user, $password);
            return;
        }
        $this->dial($socket, $settings->text('http_proxy_host') ?? '', $settings->number('http_proxy_port') ?? 8080, $until);
        $user = $settings->text('http_proxy_username') ?? $settings->text('http_proxy_user') ?? '';
        (new HttpTunnel($socket, $until))->open($host, $port, $user, $settings->text('http_proxy_password') ?? '');
    }

    /**
     * Where the name resolvers of the program lead, if there are any.
     *
     * @return array{string, int}
     */
    private function target(string $host, int $port): array
    {
        $asks = $this->kind->isIp && class_exists(NameResolvers::class, false);
        return $asks ? NameResolvers::target($host, $port, $this->kind->domain) : [$host, $port];
    }

    private function dial(Socket $socket, string $host, int $port, Deadline $until): void
    {
        if (!$socket->connect($host, $port, $until->left())) {
            throw Failure::of($socket);
        }
    }

    /** Less than 0, or NAN: none, for which the socket has 0. */
    public static function setLimit(Socket $socket, int $option, float $seconds): void
    {
        $seconds = $seconds >= 0 ? max(self::LEAST_SECONDS, min($seconds, self::MOST_SECONDS)) : 0.0;
        $whole = (int) $seconds;
        $socket->setOption(self::SOL_SOCKET, $option, ['sec' => $whole, 'usec' => (int) (($seconds - $whole) * 1e6)]);
    }
}
