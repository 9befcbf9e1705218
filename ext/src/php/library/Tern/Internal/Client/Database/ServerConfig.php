<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Database;

/** Where a server is, and its options: what RedisConfig and SqlConfig have in common. They declare the properties, so dumps keep their order. */
trait ServerConfig
{
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

    /** @return array<int, mixed> */
    public function getOptions(): array
    {
        return $this->options;
    }

    /** @param array<int, mixed> $options */
    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }
}
