<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** What the rules see of a request. */
final class RewriteRequest
{
    private const PORTS = ['http' => 80, 'https' => 443];

    /**
     * @param string $target as in the request line: path and query, not decoded
     * @param array<string, string> $headers by their names in lower case
     * @param array<string, string> $environment variables that conditions may read with %{ENV:name}
     * @param float $time seconds since 1970
     */
    public function __construct(
        public readonly string $method,
        public readonly string $target,
        public readonly array $headers = [],
        public readonly string $scheme = 'http',
        public readonly string $protocol = 'HTTP/1.1',
        public readonly string $remoteAddress = '127.0.0.1',
        public readonly int $remotePort = 0,
        public readonly string $serverAddress = '127.0.0.1',
        public readonly int $serverPort = 80,
        public readonly array $environment = [],
        public readonly float $time = 0.0,
    ) {
    }

    /** The request for an error page in place of this one. */
    public function asGet(): self
    {
        return new self('GET', $this->target, $this->headers, $this->scheme, $this->protocol, $this->remoteAddress, $this->remotePort, $this->serverAddress, $this->serverPort, [], $this->time);
    }

    /** Of the Host header. */
    public function hostName(): string
    {
        $host = preg_replace('/:\d*$/', '', $this->headers['host'] ?? '') ?? '';
        return preg_match('/^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/', $host) === 1 ? strtolower($host) : $this->serverAddress;
    }

    public function port(): int
    {
        if (!isset($this->headers['host'])) {
            return $this->serverPort;
        }
        return preg_match('/:(\d{1,5})$/', $this->headers['host'], $found) === 1 ? (int) $found[1] : self::PORTS[$this->scheme] ?? $this->serverPort;
    }

    /** Scheme, host and port. */
    public function origin(): string
    {
        $port = $this->port();
        return "$this->scheme://" . $this->hostName() . ($port === (self::PORTS[$this->scheme] ?? 0) ? '' : ":$port");
    }
}
