<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

use Swoole\Coroutine\Http\Client\Exception;
use Swoole\Coroutine\Http\ClientProxy;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Hooked;
use function in_array;
use function is_array;
use function is_string;
use function strlen;
use function Tern\Internal\close_on_exec;

/** Requests by PHP's own HTTP streams. */
final class Stream
{
    private const OPTIONS = ['ssl_verify_peer' => 'verify_peer', 'ssl_allow_self_signed' => 'allow_self_signed', 'ssl_cafile' => 'cafile',
        'ssl_capath' => 'capath', 'ssl_cert_file' => 'local_cert', 'ssl_key_file' => 'local_pk', 'ssl_passphrase' => 'passphrase'];

    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @throws Exception
     */
    public static function send(Request $request): ClientProxy
    {
        return Hooked::call(fn() => self::call($request), $request->seconds('timeout') ?? 0);
    }

    private static function call(Request $request): ClientProxy
    {
        error_clear_last();
        $stream = close_on_exec(@fopen($request->url, 'r', false, stream_context_create(['http' => self::http($request), 'ssl' => self::tls($request)])));
        if ($stream === false) {
            throw new Exception(error_get_last()['message'] ?? "Cannot open $request->url", Errno::ECONNREFUSED);
        }
        $head = new ResponseHead();
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        foreach (is_array($lines) ? $lines : [] as $line) {
            $head->add(is_string($line) ? $line : '');
        }
        $body = (string) stream_get_contents($stream);
        $isLate = stream_get_meta_data($stream)['timed_out'];
        fclose($stream);
        $length = $head->headers['content-length'] ?? null;
        if ($isLate || ($length !== null && $length !== (string) strlen($body) && self::hasBody($request, $head))) {
            throw new Exception("The response of $request->url is not complete", $isLate ? Errno::ETIMEDOUT : Errno::ECONNRESET);
        }
        return new ClientProxy($body, $head->status, $head->headers, $head->cookies);
    }

    /** @return array<string, mixed> */
    private static function http(Request $request): array
    {
        $options = ['method' => $request->method, 'header' => [...$request->headerLines(), 'Connection: close'], 'protocol_version' => '1.1',
            'ignore_errors' => true, 'follow_location' => 0];
        if ($request->body !== null) {
            $options['content'] = $request->body;
        }
        $seconds = $request->seconds('timeout');
        return $seconds === null ? $options : $options + ['timeout' => $seconds];
    }

    /** @return array<string, mixed> */
    private static function tls(Request $request): array
    {
        $options = [];
        foreach (self::OPTIONS as $name => $option) {
            if (isset($request->options[$name])) {
                $options[$option] = $request->options[$name];
            }
        }
        return isset($options['verify_peer']) ? $options + ['verify_peer_name' => $options['verify_peer']] : $options;
    }

    private static function hasBody(Request $request, ResponseHead $head): bool
    {
        return $request->method !== 'HEAD' && !in_array($head->status, [204, 304], true);
    }
}
