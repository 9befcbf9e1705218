<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Closure;
use Swoole\Coroutine\Http\Client;
use Tern\Internal\Client\HttpConnection;

/** Gives a body to a write_func. */
final class Writer implements BodySink
{
    /** @param Closure(Client, string): mixed $function */
    public function __construct(private readonly Client $client, private readonly Closure $function)
    {
    }

    /** The function may want to know what it is given a body of. */
    public function begin(HttpConnection $response): void
    {
        $this->client->statusCode = $response->statusCode;
        /** @var array<string, string|list<string>> $headers */
        $headers = $response->headers;
        $this->client->headers = $headers;
    }

    public function write(string $piece): void
    {
        ($this->function)($this->client, $piece);
    }

    public function end(): void
    {
    }
}
