<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Client\Exception;
use Swoole\Coroutine\Http\ClientProxy;
use function in_array;

/** Requests by Swoole\Coroutine\Http\Client. */
final class HttpClient
{
    /**
     * Suspends.
     *
     * @throws Exception
     */
    public static function send(Request $request): ClientProxy
    {
        $client = new Client($request->host, $request->port, $request->isHttps);
        try {
            /** @var array<string, mixed> $options */
            $options = $request->options;
            if ($options !== []) {
                $client->set($options);
            }
            $client->setMethod($request->method);
            $client->setHeaders($request->headers + self::host($request) + $request->cookieHeader());
            if ($request->body !== null) {
                $client->setData($request->body);
            }
            if (!$client->execute($request->target)) {
                /** @var array{string, int} $why */
                $why = [$client->errMsg, $client->errCode];
                throw new Exception(...$why);
            }
            /** @var array{string, int, array<string, string|list<string>>, array<string, string>} $response */
            $response = [$client->getBody(), $client->getStatusCode(), $client->getHeaders() ?: [], $client->getCookies() ?: []];
            [$body, $status, $headers, $cookies] = $response;
            return new ClientProxy($body, $status, array_map(fn($value) => implode(', ', (array) $value), $headers), $cookies);
        } finally {
            $client->close();
        }
    }

    /** @return array<string, string> unless the program sets it */
    private static function host(Request $request): array
    {
        $names = array_map(strtolower(...), array_keys($request->headers));
        $host = (string) parse_url($request->url, PHP_URL_HOST);
        $port = parse_url($request->url, PHP_URL_PORT);
        return in_array('host', $names, true) ? [] : ['Host' => $port === null ? $host : "$host:$port"];
    }
}
