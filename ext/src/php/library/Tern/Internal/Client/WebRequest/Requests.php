<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

use Swoole\Constant;
use Swoole\Coroutine\Http\Client\Exception;
use Swoole\Coroutine\Http\ClientProxy;
use Tern\Internal\LibraryOptions;
use ValueError;
use function is_string;

/** The functions of Swoole\Coroutine\Http. All of them suspend, and throw an Exception when there is no response. */
final class Requests
{
    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function request(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return self::by_driver(new Request('request', $url, $method, $data, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function post(string $url, mixed $data, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return self::by_driver(new Request('post', $url, 'POST', $data, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function get(string $url, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return self::by_driver(new Request('get', $url, 'GET', null, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function with_http_client(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return HttpClient::send(new Request('request_with_http_client', $url, $method, $data, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function with_curl(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return Curl::send(new Request('request_with_curl', $url, $method, $data, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /**
     * @param array<array-key, mixed>|null $options
     * @param array<array-key, mixed>|null $headers
     * @param array<array-key, mixed>|null $cookies
     */
    public static function with_stream(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy
    {
        return Stream::send(new Request('request_with_stream', $url, $method, $data, $options ?? [], $headers ?? [], $cookies ?? []));
    }

    /** @throws Exception */
    private static function by_driver(Request $request): ClientProxy
    {
        $driver = LibraryOptions::get(Constant::OPTION_HTTP_CLIENT_DRIVER) ?? 'swoole';
        return match ($driver) {
            'swoole' => HttpClient::send($request),
            'curl' => Curl::send($request),
            'stream' => Stream::send($request),
            default => throw new ValueError('The option http_client_driver must be "swoole", "curl" or "stream", '
                . (is_string($driver) ? "\"$driver\"" : get_debug_type($driver)) . ' given'),
        };
    }
}
