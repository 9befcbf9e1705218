<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Http;

/** The response to an HTTP request of one of the functions in this namespace. */
class ClientProxy
{
    /**
     * @param array<string, string>|null $headers by their names in lower case
     * @param array<string, string>|null $cookies
     */
    public function __construct(
        private string $body,
        private int $statusCode,
        private ?array $headers,
        private ?array $cookies,
    ) {
    }

    public function getBody(): string
    {
        return $this->body;
    }

    public function getStatusCode(): int
    {
        return $this->statusCode;
    }

    /** @return array<string, string> by their names in lower case */
    public function getHeaders(): array
    {
        return $this->headers ?? [];
    }

    /** @return array<string, string> */
    public function getCookies(): array
    {
        return $this->cookies ?? [];
    }
}
