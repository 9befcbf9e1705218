<?php

declare(strict_types=1);

namespace Tern\Internal\Tracing;

use Swoole\Coroutine\Client;

use function strlen;

/** Sends a batch of spans to a collector: OTLP/HTTP, binary protobuf. */
final class Exporter
{
    private const SECONDS = 5.0;
    private const MOST_READS = 4;  // of a line of a few bytes
    // Section "Retryable Response Codes" of OTLP.
    private const LATER = [429, 502, 503, 504];

    /**
     * Suspends.
     *
     * @param array<string, string> $headers
     * @return array{bool, string}|null null: it was taken; else whether it is worth another try, and why it was not
     */
    public static function send(string $url, array $headers, string $body): ?array
    {
        $parts = parse_url($url);
        $tls = $parts['scheme'] === 'https';
        $host = trim($parts['host'], '[]');
        $port = $parts['port'] ?? ($tls ? 443 : 80);
        $kind = str_contains($host, ':') ? SWOOLE_SOCK_TCP6 : SWOOLE_SOCK_TCP;
        $client = new Client($tls ? $kind | SWOOLE_SSL : $kind);
        $client->set(['ssl_verify_peer' => true, 'ssl_host_name' => $host]);
        if (!$client->connect($host, $port, self::SECONDS)) {
            return [true, $client->errMsg];
        }
        $fields = ['Host' => isset($parts['port']) ? "{$parts['host']}:$port" : $parts['host'],
            'Content-Type' => 'application/x-protobuf', 'Content-Length' => strlen($body), 'Connection' => 'close'];
        $head = 'POST ' . rtrim($parts['path'] ?? '', '/') . "/v1/traces HTTP/1.1\r\n";
        foreach ($fields + $headers as $name => $value) {
            $head .= "$name: $value\r\n";
        }
        $status = $client->send("$head\r\n$body") !== false ? self::status($client) : 0;
        $why = $status === 0 ? ($client->errMsg ?: 'no answer') : "status $status";
        $client->close();
        return $status >= 200 && $status < 300 ? null : [$status === 0 || in_array($status, self::LATER, true), $why];
    }

    /** @return int 0: there was no answer */
    private static function status(Client $client): int
    {
        $tries = self::MOST_READS;
        for ($answer = ''; !str_contains($answer, "\n") && $tries-- > 0; $answer .= $more) {
            $more = $client->recv(self::SECONDS);
            if ($more === false || $more === '') {
                return 0;
            }
        }
        return preg_match('~^HTTP/1\.\d (\d{3})~', $answer, $found) === 1 ? (int) $found[1] : 0;
    }
}
