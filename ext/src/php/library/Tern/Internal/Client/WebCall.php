<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Http\ClientProxy;
use Tern\Internal\Client\WebRequest\ResponseHead;
use function Tern\Internal\close_on_exec;
use function is_array;
use function is_string;

/** One HTTP request of this library, by PHP's own HTTP streams. */
final class WebCall
{
    private const SECONDS = 10.0;

    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @param array<mixed>|null $json the body
     * @return ClientProxy|null null: the server cannot be reached
     */
    public static function send(string $method, string $url, ?array $json = null): ?ClientProxy
    {
        return Hooked::call(fn() => self::call($method, $url, $json), self::SECONDS);
    }

    /** @param array<mixed>|null $json */
    private static function call(string $method, string $url, ?array $json): ?ClientProxy
    {
        $options = ['method' => $method, 'ignore_errors' => true, 'timeout' => self::SECONDS];
        if ($json !== null) {
            $options['header'] = 'Content-Type: application/json';
            $options['content'] = json_encode($json, JSON_THROW_ON_ERROR);
        }
        $stream = close_on_exec(@fopen($url, 'r', false, stream_context_create(['http' => $options])));
        if ($stream === false) {
            return null;
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $body = (string) stream_get_contents($stream);
        fclose($stream);
        $head = new ResponseHead();
        foreach (is_array($lines) ? $lines : [] as $line) {
            $head->add(is_string($line) ? $line : '');
        }
        return new ClientProxy($body, $head->status, $head->headers, $head->cookies);
    }
}
