<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\HttpTunnel;
use Tern\Internal\Client\Socks5;

/** A proxy between the client and all servers. */
final class Proxy
{
    private const PORTS = ['http' => 8080, 'socks5' => 1080];

    private function __construct(
        private readonly bool $isSocks,
        public readonly string $host,
        public readonly int $port,
        private readonly string $user,
        private readonly string $password,
    ) {
    }

    /** @return self|null null: there is none */
    public static function read(OptionReader $given): ?self
    {
        $text = $given->text('proxy');
        if ($text === null) {
            return null;
        }
        $pattern = '~^(http|socks5)://(?:([^/?#@:]*):([^/?#@]*)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]+)(?::(\d{1,5}))?/?$~D';
        if (preg_match($pattern, $text, $part) !== 1) {
            throw $given->wrong('proxy', 'must be http://user:password@host:port or socks5://user:password@host:port');
        }
        $port = (int) ($part[5] ?? self::PORTS[$part[1]]);
        return new self($part[1] === 'socks5', trim($part[4], '[]'), $port, rawurldecode($part[2]), rawurldecode($part[3]));
    }

    /** Whether it takes requests itself and passes them on, instead of a connection: RFC 9112 section 3.2.2. */
    public function forwards(Url $url): bool
    {
        return !$this->isSocks && !$url->isSecure();
    }

    /** The value of Proxy-Authorization for requests that it passes on; '': none. */
    public function credentials(): string
    {
        return $this->user === '' ? '' : Grammar::basic($this->user, $this->password);
    }

    /**
     * Has it connect to a server. Suspends.
     *
     * @param Socket $socket connected to the proxy
     * @throws \Tern\Internal\Client\Failure
     */
    public function tunnel(Socket $socket, Url $url, Deadline $until): void
    {
        if ($this->isSocks) {
            (new Socks5($socket, $until))->open($url->host, $url->port, $this->user, $this->password);
        } else {
            (new HttpTunnel($socket, $until))->open($url->host, $url->port, $this->user, $this->password);
        }
    }
}
