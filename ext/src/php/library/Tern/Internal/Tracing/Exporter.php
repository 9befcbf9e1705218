<?php

declare(strict_types=1);

namespace Tern\Internal\Tracing;

use Swoole\Coroutine\Client;
use Tern\Internal\Client\Http\Lines;
use function strlen;
use function in_array;

/** Sends a batch of spans to a collector: OTLP/HTTP, binary protobuf. */
final class Exporter
{
    private const SECONDS = 5.0;
    private const MOST_READS = 16;  // of a head of a few hundred bytes
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
        $port = $parts['port'] ?? ($tls ? 443 : 80);
        $kind = str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP;
        $client = new Client($tls ? $kind | SWOOLE_SSL : $kind);
        $client->set(['ssl_verify_peer' => true, 'ssl_host_name' => $host]);
        if (!$client->connect($host, $port, self::SECONDS)) {
            return [true, $client->errMsg, 0];
        }
        $fields = ['Host' => isset($parts['port']) ? "$name:$port" : $name,
            'Content-Type' => 'application/x-protobuf', 'Content-Length' => strlen($body), 'Connection' => 'close'];
        $head = Lines::request('POST', Lines::encoded(rtrim($parts['path'] ?? '', '/')) . '/v1/traces');
        foreach ($fields + $headers as $name => $value) {
            $head .= Lines::field($name, (string) $value);
        }
        [$status, $after] = $client->send("$head\r\n$body") !== false ? self::answer($client) : [0, 0];
        $why = $status === 0 ? ($client->errMsg ?: 'no answer') : "status $status";
        $client->close();
        $later = $status === 0 || in_array($status, self::LATER, true);
        return $status >= 200 && $status < 300 ? null : [$later, $why, $after];
    }

    /** @return array{int, int} the status, 0: there was no answer; Retry-After in seconds, 0: none */
    private static function answer(Client $client): array
    {
        $tries = self::MOST_READS;
        for ($answer = ''; !str_contains($answer, "\r\n\r\n") && $tries-- > 0; $answer .= $more) {
            $more = $client->recv(self::SECONDS);
            if ($more === false || $more === '') {
                break;
            }
        }
        if (preg_match('~^HTTP/1\.\d (\d{3})\D~', $answer, $status) !== 1) {
            return [0, 0];
        }
        $after = preg_match('~^Retry-After:[ \t]*(\d{1,6})[ \t]*\r$~im', $answer, $found) === 1 ? (int) $found[1] : 0;
        return [(int) $status[1], $after];
    }
}
