<?php

declare(strict_types=1);

namespace Tern\Internal\Tracing;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Http1Call;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\HttpConnection;
use Tern\Internal\Client\Kind;
use Tern\Internal\Client\Opener;
use Tern\Internal\Client\Settings;
use function strlen;
use function in_array;
use function is_string;

/** Sends a batch of spans to a collector: OTLP/HTTP, binary protobuf. */
final class Exporter
{
    private const SECONDS = 5.0;
    // Section "Retryable Response Codes" of OTLP.
    private const LATER = [429, 502, 503, 504];

    /**
     * Suspends.
     *
     * @param array<string, string> $headers
     * @return array{bool, string, int}|null null: it was taken; else whether it is worth another try, why it was not, and
     *         after how many seconds it wants to be tried again; 0: it does not say
     */
    public static function send(string $url, array $headers, string $body): ?array
    {
        $parts = parse_url($url) ?: [];
        $name = $parts['host'] ?? '';
        $tls = ($parts['scheme'] ?? '') === 'https';
        $host = trim($name, '[]');
        $kind = str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP;
        $opener = new Opener(new Kind($tls ? $kind | SWOOLE_SSL : $kind, self::class), new Settings(['ssl_verify_peer' => true, 'ssl_host_name' => $host]));
        $fields = ['Host' => isset($parts['port']) ? "$name:{$parts['port']}" : $name,
            'Content-Type' => 'application/x-protobuf', 'Content-Length' => strlen($body), 'Connection' => 'close'] + $headers;
        $target = Lines::encoded(rtrim($parts['path'] ?? '', '/')) . '/v1/traces';
        $socket = null;
        try {
            $socket = $opener->socket(Socket::class);
            $opener->connect($socket, $host, $parts['port'] ?? ($tls ? 443 : 80), self::SECONDS);
            $http = new HttpConnection($socket);
            Http1Call::send($http, 'POST', $target, $fields, $body, new Deadline(self::SECONDS));
        } catch (Failure $why) {
            return [true, $why->getMessage(), 0];
        } finally {
            $socket?->close();
        }
        $status = $http->statusCode;
        $after = $http->headers['retry-after'] ?? '';
        $after = is_string($after) && preg_match('/^\d{1,6}$/D', $after) === 1 ? (int) $after : 0;
        return $status >= 200 && $status < 300 ? null : [in_array($status, self::LATER, true), "status $status", $after];
    }
}
