<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Internal\Client\Database\ServerConfig;

/** Where a RedisPool connects to. */
class RedisConfig
{
    use ServerConfig;

    protected string $host = '127.0.0.1';
    protected int $port = 6379;
    protected float $timeout = 0.0;
    protected string $reserved = '';
    protected int $retry_interval = 0;
    protected float $read_timeout = 0.0;
    protected mixed $auth = '';
    protected int $dbIndex = 0;
    /** @var array<int, mixed> */
    protected array $options = [];

    public function getTimeout(): float
    {
        return $this->timeout;
    }

    public function withTimeout(float $timeout): self
    {
        $this->timeout = $timeout;
        return $this;
    }

    public function getReserved(): string
    {
        return $this->reserved;
    }

    public function withReserved(string $reserved): self
    {
        $this->reserved = $reserved;
        return $this;
    }

    public function getRetryInterval(): int
    {
        return $this->retry_interval;
    }

    public function withRetryInterval(int $retry_interval): self
    {
        $this->retry_interval = $retry_interval;
        return $this;
    }

    public function getReadTimeout(): float
    {
        return $this->read_timeout;
    }

    public function withReadTimeout(float $read_timeout): self
    {
        $this->read_timeout = $read_timeout;
        return $this;
    }

    public function getAuth(): mixed
    {
        return $this->auth;
    }

    public function withAuth(mixed $auth): self
    {
        $this->auth = $auth;
        return $this;
    }

    public function getDbIndex(): int
    {
        return $this->dbIndex;
    }

    public function withDbIndex(int $dbIndex): self
    {
        $this->dbIndex = $dbIndex;
        return $this;
    }

    public function withOption(int $option, mixed $value): self
    {
        $this->options[$option] = $value;
        return $this;
    }

    /** @param array<int, mixed> $options replace those that were set */
    public function setOptions(array $options): self
    {
        return $this->withOptions($options);
    }
}
