<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Swoole\Coroutine\Http\Client\Exception;
use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\Kind;
use Tern\Internal\Client\Opener;
use Tern\Internal\Client\Settings;

/** The way from an HTTP client to its server: directly, through a tunnel, or by a proxy that forwards requests. */
final class Route
{
    private const HTTP_PORT = 80;
    private const HTTPS_PORT = 443;
    private const PROXY_PORT = 8080;

    public readonly int $port;
    /** Of the field Host. */
    public readonly string $authority;

    private readonly Kind $kind;
    /** Where a socket connects to. */
    private readonly string $target;

    /** @param string $host a name, an address, or unix:/path */
    public function __construct(string $host, int $port, bool $is_secure)
    {
        $usual = $is_secure ? self::HTTPS_PORT : self::HTTP_PORT;
        $is_unix = strncasecmp($host, 'unix:/', 6) === 0;
        if ($host === '' || (!$is_unix && preg_match('~[\x00-\x20\x7F/?#@]~', $host))) {
            throw new Exception("host must be a name, an address or unix:/path, '$host' given", Errno::EINVAL);
        }
        if ($port < 0 || $port > 65535) {
            throw new Exception("port must be between 0 and 65535, $port given", Errno::EINVAL);
        }
        $this->port = $port !== 0 || $is_unix ? $port : $usual;
        $this->target = $is_unix ? '/' . ltrim(substr($host, 5), '/') : trim($host, '[]');
        $is_ipv6 = !$is_unix && str_contains($this->target, ':');
        $name = match (true) {
            $is_unix => 'localhost',
            $is_ipv6 => "[$this->target]",
            default => $host,
        };
        $this->authority = $is_unix || $this->port === $usual ? $name : "$name:$this->port";
        $type = $is_unix ? SWOOLE_SOCK_UNIX_STREAM : ($is_ipv6 ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP);
        $this->kind = new Kind($is_secure ? $type | SWOOLE_SSL : $type, Route::class);
    }

    /** Whether requests go to an HTTP proxy that forwards them, not through a tunnel: RFC 9112 section 3.2.2. */
    public function isForwarded(Settings $settings, bool $upgrades): bool
    {
        return $this->kind->isIp && !$this->kind->hasTls && !$upgrades && $settings->text('http_proxy_host') !== null
            && $settings->text('socks5_host') === null;
    }

    /** What a proxy that forwards a request wants to know: lines of the head. */
    public static function credentials(Settings $settings): string
    {
        $user = $settings->text('http_proxy_username') ?? $settings->text('http_proxy_user') ?? '';
        $password = $settings->text('http_proxy_password') ?? '';
        return $user === '' ? '' : Lines::field('Proxy-Authorization', Grammar::basic($user, $password));
    }

    /**
     * Connects a socket. Suspends.
     *
     * @param float $timeout seconds for all of it; 0: the usual time, less than 0: no limit
     * @param Socket|null $socket becomes it, before it is connected: closing it ends the attempt
     * @param-out Socket $socket
     * @throws Failure
     */
    public function open(Settings $settings, bool $is_forwarded, float $timeout, ?Socket &$socket): void
    {
        [$host, $port, $kind] = [$this->target, $this->port, $this->kind];
        if ($is_forwarded) {
            [$host, $port] = [$settings->text('http_proxy_host') ?? '', $settings->number('http_proxy_port') ?? self::PROXY_PORT];
            $kind = new Kind(str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP, Route::class);
            $settings = $settings->without('http_proxy_host');
        }
        $opener = new Opener($kind, $settings);
        $made = $socket = $opener->socket(Socket::class);
        $opener->connect($made, $host, $port, $timeout);
        $opener->limit($made, $settings->seconds('timeout') ?? 0.0);
    }
}
