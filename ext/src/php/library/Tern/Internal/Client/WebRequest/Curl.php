<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

use CurlHandle;
use Swoole\Coroutine\Http\Client\Exception;
use Swoole\Coroutine\Http\ClientProxy;
use Tern\Internal\Client\Hooked;
use function function_exists;
use function is_string;
use function strlen;

/** Requests by the curl extension. */
final class Curl
{
    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @throws Exception
     */
    public static function send(Request $request): ClientProxy
    {
        if (!function_exists('curl_init')) {
            throw new Exception('request_with_curl() needs the curl extension (package php-curl)');
        }
        $handle = curl_init();
        $head = new ResponseHead();
        self::prepare($handle, $request);
        curl_setopt($handle, CURLOPT_HEADERFUNCTION, function ($handle, string $line) use ($head): int {
            $head->add($line);
            return strlen($line);
        });
        $body = Hooked::call(fn() => curl_exec($handle));
        if (!is_string($body)) {
            throw new Exception(curl_error($handle), curl_errno($handle));
        }
        return new ClientProxy($body, $head->status, $head->headers, $head->cookies);
    }

    private static function prepare(CurlHandle $handle, Request $request): void
    {
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_NOBODY => $request->method === 'HEAD',
            CURLOPT_HTTPHEADER => $request->headerLines(),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) (($request->seconds('timeout') ?? 0) * 1000),
            CURLOPT_CONNECTTIMEOUT_MS => (int) (($request->seconds('connect_timeout') ?? 0) * 1000),
        ];
        if ($request->body !== null) {
            $options[CURLOPT_POSTFIELDS] = $request->body;
        }
        if (($request->options['ssl_verify_peer'] ?? true) === false) {
            $options += [CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0];
        }
        foreach ($options as $option => $value) {
            curl_setopt($handle, $option, $value);
        }
        foreach (self::texts() as $name => $option) {
            if (is_string($request->options[$name] ?? null)) {
                curl_setopt($handle, $option, $request->options[$name]);
            }
        }
    }

    /** @return array<string, int> by our names; the constants exist only with the extension */
    private static function texts(): array
    {
        return ['ssl_cafile' => CURLOPT_CAINFO, 'ssl_capath' => CURLOPT_CAPATH, 'ssl_cert_file' => CURLOPT_SSLCERT,
            'ssl_key_file' => CURLOPT_SSLKEY, 'ssl_passphrase' => CURLOPT_KEYPASSWD];
    }
}
