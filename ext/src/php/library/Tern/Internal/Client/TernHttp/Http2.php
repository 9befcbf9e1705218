<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Swoole\Http2\Response as Piece;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http2Connection;
use function strlen;
use function Tern\Internal\wait;
use function Tern\Internal\wake;
use function count;
use function hrtime;

/**
 * A connection of HTTP/2, which many coroutines use at the same time. One of those that wait receives for all of them; when
 * it has what it wants, another one does.
 */
final class Http2 implements Connection
{
    private const SETTINGS = ['header_table_size' => 4096, 'max_concurrent_streams' => 100, 'init_window_size' => 1 << 20,
        'max_frame_size' => 16_384, 'max_header_list_size' => 64 << 10, 'body_bytes' => PHP_INT_MAX >> 32];
    private const MOST_STREAMS = 1000;
    /** What codes of streams mean; all others: the server has ended it. */
    private const FAILURES = [SWOOLE_HTTP2_ERROR_PROTOCOL_ERROR => SWOOLE_ERROR_PROTOCOL_ERROR,
        SWOOLE_HTTP2_ERROR_REFUSED_STREAM => Errno::ECONNREFUSED];

    private readonly Http2Connection $http;
    /** @var array<int, Http2Inbox> by stream */
    private array $inboxes = [];
    private bool $isReceiving = false;
    /** Streams were left unfinished: no more requests are sent. */
    private bool $isClosing = false;

    public function __construct(private readonly Socket $socket, bool $decodes)
    {
        $this->http = new Http2Connection($socket, self::SETTINGS + ['decode' => $decodes]);
    }

    public function exchange(Request $request, Deadline $until, Lease $lease): Response
    {
        $stream = $this->begin($request, $until, $lease);
        $body = new Http2Stream($this, $stream, $lease);
        $response = null;
        try {
            if ($request->body->isStreamed()) {
                $this->sendPieces($request, $stream, $until);
            }
            $head = $this->receive($stream, $until);
            $lease->hasBegun = true;
            $request->watch->head = hrtime(true);
            $text = $body->take($head);
            $is_streamed = $request->options->stream && !$body->isOver();
            for (; !$is_streamed && !$body->isOver(); $text .= $body->read($until->left())) {
                self::checkSize($text, $request);
            }
            self::checkSize($text, $request);
            return $response = $this->response($request, $head, $text, $body, $is_streamed);
        } catch (Failure $why) {
            $lease->isSent = $why->getCode() !== Errno::ECONNREFUSED;
            throw $why;
        } finally {
            if ($response === null) {
                $body->close();
            }
        }
    }

    public function isShared(): bool
    {
        return true;
    }

    public function room(): int
    {
        if ($this->isClosing || !$this->http->isOpen() || $this->http->goneAway() !== null) {
            return 0;
        }
        return min(self::MOST_STREAMS, $this->http->stats()['remote']['max_concurrent_streams']) - count($this->inboxes);
    }

    public function isIdle(): bool
    {
        return $this->inboxes === [];
    }

    public function isAlive(): bool
    {
        if ($this->inboxes !== []) {
            return $this->http->isOpen();
        }
        return !$this->isClosing && $this->http->isOpen() && $this->http->goneAway() === null && $this->socket->peek(1) !== '';
    }

    public function idleTime(): float
    {
        return INF;
    }

    public function close(): void
    {
        $this->http->close();
        $this->socket->close();
    }

    /** The stream is over, or the program has dropped the rest of it. */
    public function end(int $stream): void
    {
        $is_over = $this->inboxes[$stream]->isOver ?? true;
        unset($this->inboxes[$stream]);
        if (!$is_over) {
            $this->http->cancel($stream);
            $this->isClosing = true;
        }
    }

    /**
     * What arrives next of a response. Suspends.
     *
     * @throws Failure
     */
    public function receive(int $stream, Deadline $until): Piece
    {
        $inbox = $this->inboxes[$stream];
        try {
            while (($piece = $inbox->shift()) === null) {
                $this->isReceiving ? self::await($inbox, $until) : $this->receiveForAll($until);
            }
        } finally {
            $this->passOn();
        }
        if ($piece->errCode !== 0) {
            throw Failure::coded(self::FAILURES[$piece->errCode] ?? Errno::ECONNRESET, "the stream has ended with code $piece->errCode");
        }
        return $piece;
    }

    private function begin(Request $request, Deadline $until, Lease $lease): int
    {
        $url = $request->url;
        $fields = $request->fields->map();
        if ($request->options->decode) {
            $fields += ['accept-encoding' => Codings::ACCEPTED];
        }
        $body = $request->body;
        $framing = $request->framing();
        if ($body->isStreamed() && $body->length !== null && $framing !== null) {
            $fields += ['content-length' => $framing[1]];
        }
        $left = $until->left();
        $stream = $this->http->send($request->method, $url->target, $url->authority, $url->scheme, $fields, '', $body->text, $body->isStreamed(), true, $left);
        $lease->isSent = true;
        if ($stream === false) {
            throw Failure::coded($this->http->errCode, $this->http->errMsg);
        }
        $this->inboxes[$stream] = new Http2Inbox();
        return $stream;
    }

    private function sendPieces(Request $request, int $stream, Deadline $until): void
    {
        foreach ($request->body->pieces() as $piece) {
            if (!$this->http->write($stream, $piece, false, $until->left())) {
                $this->checkWritten();
                return;
            }
        }
        if (!$this->http->write($stream, '', true, $until->left())) {
            $this->checkWritten();
        }
    }

    /** The server may have answered before it has all of the request. */
    private function checkWritten(): void
    {
        if ($this->http->errCode !== SWOOLE_ERROR_HTTP2_STREAM_NOT_FOUND) {
            throw Failure::coded($this->http->errCode, $this->http->errMsg);
        }
    }

    private static function checkSize(string $text, Request $request): void
    {
        if (strlen($text) > $request->options->maxBody && !$request->options->stream) {
            throw Failure::coded(SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE);
        }
    }

    private function response(Request $request, Piece $head, string $text, Http2Stream $body, bool $is_streamed): Response
    {
        $headers = $head->headers ?? [];
        if (isset($headers['set-cookie'])) {
            $headers['set-cookie'] = array_values($head->set_cookie_headers ?? []);
        }
        if (isset($headers['content-encoding']) && $request->options->decode && $request->method !== 'HEAD') {
            $headers = Codings::decoded($headers);
        }
        return new Response($request, $head->statusCode, '', '2', $headers, $text, $is_streamed ? [] : $body->trailers(), $is_streamed ? $body : null);
    }

    private function receiveForAll(Deadline $until): void
    {
        $piece = new Piece();
        $this->isReceiving = true;
        try {
            $received = $this->http->receive($piece, false, $until->left());
        } finally {
            $this->isReceiving = false;
        }
        if (!$received) {
            throw Failure::coded($this->http->errCode, $this->http->errMsg);
        }
        $inbox = $this->inboxes[$piece->streamId] ?? null;
        if ($inbox === null) {
            return;
        }
        if (!$inbox->push($piece)) {
            $failed = new Piece();
            $failed->errCode = SWOOLE_HTTP2_ERROR_CANCEL;
            $inbox->push($failed);
            $this->http->cancel($piece->streamId);
            $this->isClosing = true;
        }
        if ($inbox->cid !== 0) {
            wake($inbox->cid);
        }
    }

    private static function await(Http2Inbox $inbox, Deadline $until): void
    {
        $inbox->cid = Coroutine::getCid();
        try {
            if (!wait($until->left()) && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
                throw Failure::coded(Errno::ECANCELED);
            }
        } finally {
            $inbox->cid = 0;
        }
    }

    /** Another one receives from now on. */
    private function passOn(): void
    {
        foreach ($this->isReceiving ? [] : $this->inboxes as $inbox) {
            if ($inbox->cid !== 0) {
                wake($inbox->cid);
                return;
            }
        }
    }
}
