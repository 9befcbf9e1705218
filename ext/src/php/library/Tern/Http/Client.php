<?php

declare(strict_types=1);

namespace Tern\Http;

use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Http\Client\Exception;
use Tern\Http\Client\Response;
use Tern\Internal\Client\TernHttp\ClientOptions;
use Tern\Internal\Client\TernHttp\Counts;
use Tern\Internal\Client\TernHttp\Engine;
use Tern\Internal\Client\TernHttp\OptionReader;
use Tern\Internal\Client\TernHttp\RequestBuilder;
use Tern\Internal\Client\TernHttp\RequestOptions;
use Tern\Internal\Client\TernHttp\Scheduled;

/**
 * An HTTP client: HTTP/1.1 and HTTP/2, connections that are kept and shared by all coroutines, redirects, retries, limits.
 * Any number of coroutines may use one object at the same time; make one for a program, not one for a request. Outside of
 * coroutines requests block.
 *
 * An object that was made before a server's start() has connections of its own in each worker.
 *
 *     $client = new Tern\Http\Client(['base_url' => 'https://api.example.org/v1/', 'auth' => $token]);
 *     $order = $client->post('orders', ['json' => ['item' => 7]])->json();
 */
final class Client
{
    private readonly RequestBuilder $builder;
    private readonly Engine $engine;

    /**
     * @param array<string, mixed> $options see docs/http-client-tern.md; those of requests are their defaults
     * @throws \ValueError for an unknown option, or a value that is not allowed
     * @throws \TypeError for a value of another type
     */
    public function __construct(array $options = [])
    {
        $where = __METHOD__ . '(): Argument #1 ($options)';
        $given = new OptionReader($options, ClientOptions::NAMES + RequestOptions::NAMES + RequestBuilder::NAMES, $where);
        $own = new ClientOptions($given);
        $this->builder = new RequestBuilder($own->baseUrl, $given);
        $this->engine = new Engine($own, new Counts());
    }

    /**
     * Sends a request, and again where `retries` and `redirects` say so. Every status is a response. Suspends.
     *
     * @param string $method such as GET, in upper case
     * @param string $url http or https; relative to `base_url` if the client has one
     * @param array<string, mixed> $options of this request, in place of the client's
     * @throws Exception if there is no response: NetworkError, Timeout, ProtocolError, BodyTooLarge, RedirectError, CircuitOpen, HostBusy
     * @throws CanceledException if the coroutine was cancelled
     * @throws \ValueError for a bad method, URL or option
     */
    public function request(string $method, string $url, array $options = []): Response
    {
        $request = $this->builder->build($method, $url, $options);
        return Coroutine::getCid() > 0 ? $this->engine->send($request) : Scheduled::call(fn() => $this->engine->send($request));
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function get(string $url, array $options = []): Response
    {
        return $this->request('GET', $url, $options);
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function head(string $url, array $options = []): Response
    {
        return $this->request('HEAD', $url, $options);
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function post(string $url, array $options = []): Response
    {
        return $this->request('POST', $url, $options);
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function put(string $url, array $options = []): Response
    {
        return $this->request('PUT', $url, $options);
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function patch(string $url, array $options = []): Response
    {
        return $this->request('PATCH', $url, $options);
    }

    /**
     * As request(). Suspends.
     *
     * @param array<string, mixed> $options
     */
    public function delete(string $url, array $options = []): Response
    {
        return $this->request('DELETE', $url, $options);
    }

    /** Closes what is idle now, and what is in use when its response is over. Requests from now on throw. Does not suspend. */
    public function close(): void
    {
        $this->engine->close();
    }

    /**
     * What it has done in this process.
     *
     * @return array<string, mixed> requests, failures (requests without a response), retries, redirects, from_cache; hosts: by
     *     "https://example.org" protocol ("1.1", "2", null: not known yet), connections (there are, or are being made), idle,
     *     in_use, waiting (coroutines), opened, reused, closed, breaker ("closed", "open", "half-open", null: there is none)
     */
    public function stats(): array
    {
        return $this->engine->stats();
    }

    /** Two would share their connections. */
    private function __clone()
    {
    }
}
