<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine\Socket;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\HttpConnection;
use function hrtime;
use function in_array;
use function is_string;
use function strlen;

/** A connection of HTTP/1.1. */
final class Http1 implements Connection
{
    private const CODINGS = 'Accept-Encoding: ' . Codings::ACCEPTED . "\r\n";
    /** The server takes no more of the request. */
    private const CLOSED = [Errno::EPIPE, Errno::ECONNRESET];
    /** A connection is not used in the last second that the server keeps it: both would meet in between. */
    private const MARGIN = 1.0;

    private ?HttpConnection $http = null;
    private int $maxBody = 0;
    private float $idleTime = INF;

    /**
     * @param bool $decodes bodies
     * @param Proxy|null $proxy that passes requests on
     */
    public function __construct(private readonly Socket $socket, private readonly bool $decodes, private readonly ?Proxy $proxy)
    {
    }

    public function exchange(Request $request, Deadline $until, Lease $lease): Response
    {
        $http = $this->http($request->options);
        try {
            $this->send($http, $request, $until, $lease);
            $method = $request->method;
            $stream = $request->options->stream;
            $received = $stream ? $http->receiveHead($method, $until->left()) : $http->receive($method, $until->left());
            if (!$received) {
                throw Failure::coded($http->errCode, $http->errMsg);
            }
        } finally {
            $lease->hasBegun = $lease->isSent && $http->begun;
        }
        $request->watch->head = hrtime(true);
        $this->noteKeepAlive($http->headers['keep-alive'] ?? null);
        if ($stream && !$http->bodyless) {
            $length = isset($http->headers['content-encoding']) ? null : $http->headers['content-length'] ?? null;
            return self::response($request, $http, '', new Http1Stream($http, $lease, is_string($length) ? (int) $length : -1));
        }
        $response = self::response($request, $http, $stream ? '' : $http->body, null);
        $lease->release();  // another coroutine may use it at once
        return $response;
    }

    public function isShared(): bool
    {
        return false;
    }

    public function room(): int
    {
        return $this->http === null || $this->http->reusable ? 1 : 0;
    }

    public function isIdle(): bool
    {
        return $this->room() > 0;
    }

    public function isAlive(): bool
    {
        return $this->http?->isIdle() ?? true;
    }

    public function idleTime(): float
    {
        return $this->idleTime;
    }

    public function close(): void
    {
        $this->socket->close();
    }

    /** What reads the responses; it has no state between two of them. */
    private function http(RequestOptions $options): HttpConnection
    {
        if ($this->http === null || $options->maxBody !== $this->maxBody) {
            $this->maxBody = $options->maxBody;
            $this->http = new HttpConnection($this->socket, ['decode' => $this->decodes, 'body_bytes' => $options->maxBody]);
        }
        return $this->http;
    }

    /** A server may answer, and close the connection, before it has all of the request: that counts as sent. */
    private function send(HttpConnection $http, Request $request, Deadline $until, Lease $lease): void
    {
        $left = $until->left();
        $lease->isSent = !$request->body->isStreamed();
        $sent = $request->body->isStreamed() ? $this->sendPieces($http, $request, $until, $lease)
            : $http->send($this->head($request), $request->body->text, $left);
        if (!$sent && ($request->body->length === 0 || !in_array($http->errCode, self::CLOSED, true))) {
            throw Failure::coded($http->errCode, $http->errMsg);
        }
    }

    private function sendPieces(HttpConnection $http, Request $request, Deadline $until, Lease $lease): bool
    {
        $is_chunked = $request->body->length === null;
        foreach ($request->body->pieces() as $piece) {
            if (!$this->sendPiece($http, $request, $is_chunked ? dechex(strlen($piece)) . "\r\n$piece\r\n" : $piece, $until, $lease)) {
                return false;
            }
        }
        $end = $is_chunked ? "0\r\n\r\n" : '';
        return ($end === '' && $lease->isSent) || $this->sendPiece($http, $request, $end, $until, $lease);
    }

    /** The head leaves with the first piece, for which the program may have waited. */
    private function sendPiece(HttpConnection $http, Request $request, string $text, Deadline $until, Lease $lease): bool
    {
        if ($lease->isSent) {
            return $http->write($text, $until->left());
        }
        if (!$http->isIdle()) {
            throw Failure::coded(Errno::ECONNRESET, 'the server has closed the connection, or sent bytes without a request');
        }
        $lease->isSent = true;
        return $http->send($this->head($request), $text, $until->left());
    }

    private function head(Request $request): string
    {
        $fields = $request->fields;
        $url = $request->url;
        $target = $this->proxy === null ? $url->target : $url->text;
        $head = Lines::request($request->method, $target);
        if (!$fields->has('host')) {
            $head .= Lines::field('Host', $url->authority);
        }
        $head .= $fields->lines();
        if ($request->options->decode && !$fields->has('accept-encoding')) {
            $head .= self::CODINGS;
        }
        $framing = $request->framing();
        if ($framing !== null) {
            $head .= Lines::field($framing[0], $framing[1]);
        }
        $credentials = $this->proxy?->credentials() ?? '';
        return $head . ($credentials === '' ? '' : Lines::field('Proxy-Authorization', $credentials)) . "\r\n";
    }

    private static function response(Request $request, HttpConnection $http, string $body, ?Stream $stream): Response
    {
        $headers = $http->headers;
        if ($http->setCookies !== []) {
            $headers['set-cookie'] = $http->setCookies;
        }
        if (isset($headers['content-encoding']) && $request->options->decode && !$http->bodyless) {
            $headers = Codings::decoded($headers);
        }
        return new Response($request, $http->statusCode, $http->reason, '1.1', $headers, $body, $http->trailers, $stream);
    }

    /** @param mixed $field Keep-Alive: RFC 9112 appendix C.2.2 */
    private function noteKeepAlive(mixed $field): void
    {
        if (is_string($field) && preg_match('/(?:^|[,; ])timeout=(\d{1,9})/i', $field, $found) === 1) {
            $this->idleTime = max(0.0, (float) $found[1] - self::MARGIN);
        }
    }
}
