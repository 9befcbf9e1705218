<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Opener;
use function Tern\Internal\socket_alpn;

/** Makes connections to servers: names, addresses, the proxy, TLS. */
final class Dialer
{
    public function __construct(private readonly ClientOptions $options)
    {
    }

    /**
     * Suspends.
     *
     * @param bool $offersHttp2 by ALPN
     * @param Deadline $until of the request; connecting has its own limit as well
     * @throws Failure
     */
    public function dial(Url $url, bool $offersHttp2, Deadline $until): Socket
    {
        $left = $until->left();
        $until = new Deadline($left > 0 ? min($left, $this->options->connectTimeout) : $this->options->connectTimeout);
        $proxy = $this->options->proxy;
        [$addresses, $port] = Resolver::resolve($proxy->host ?? $url->host, $proxy->port ?? $url->port, $until);
        $socket = HappyEyeballs::run($addresses, $port, $until);
        if ($proxy !== null && !$proxy->forwards($url)) {
            $proxy->tunnel($socket, $url, $until);
        }
        if ($url->isSecure()) {
            $this->secure($socket, $url->host, $offersHttp2 ? 'h2,http/1.1' : 'http/1.1', $until);
        }
        return $socket;
    }

    /** What speaks the protocol that was agreed on. */
    public function connection(Socket $socket, Url $url, bool $decodes): Connection
    {
        if ($url->isSecure() ? socket_alpn($socket) === 'h2' : $this->options->priorKnowledge) {
            return new Http2($socket, $decodes);
        }
        $proxy = $this->options->proxy;
        return new Http1($socket, $decodes, $proxy?->forwards($url) === true ? $proxy : null);
    }

    private function secure(Socket $socket, string $host, string $protocols, Deadline $until): void
    {
        Opener::setLimit($socket, Opener::SO_RCVTIMEO, $until->left());
        $socket->setProtocol(['open_ssl' => true, 'ssl_host_name' => $host, 'ssl_alpn' => $protocols] + $this->options->tls);
        if (!$socket->sslHandshake()) {
            throw Failure::of($socket);
        }
    }
}
