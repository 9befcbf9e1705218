<?php

/** @generate-class-entries */

namespace Tern\Internal\Client;

/**
 * One HTTP/1.1 connection of a client, over a connected socket: exchanges of a request and its response, one at a time. The
 * caller writes heads, this reads them, by the strict rules of RFC 9112. Timeouts are in seconds; -1: none; 0: the
 * socket's. A call that returns false sets $errCode and $errMsg:
 * 7102 (SWOOLE_ERROR_HTTP_INVALID_PROTOCOL) a malformed response, 104 the connection ended too early, 110 timeout, 1203
 * (SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE) the body is larger than body_bytes, 12 than memory_limit allows, 509
 * (SWOOLE_ERROR_WRONG_OPERATION) the calls are in the wrong order.
 *
 * @not-serializable
 * @strict-properties
 */
final class HttpConnection
{
    /** The reason why a method returned false: errno or a SWOOLE_ERROR_* constant. */
    public int $errCode = 0;
    public string $errMsg = '';
    /** Of the last head, 100 to 999. */
    public int $statusCode = 0;
    /** As received, often empty. */
    public string $reason = '';
    /** @var array<string|list<string>> by name, in order; a list for several fields of one name */
    public array $headers = [];
    /** @var list<string> the values of Set-Cookie as received */
    public array $setCookies = [];
    /** @var array<string|list<string>> fields behind a chunked body, when that has ended */
    public array $trailers = [];
    /** What receive() has collected. */
    public string $body = '';
    /** A byte of the response has arrived: the server may have acted on the request. */
    public bool $begun = false;
    /** The body has ended, and the connection can take another request. */
    public bool $reusable = false;
    /** No body follows the head: HEAD, 204, 304, CONNECT with 2xx, 101. */
    public bool $bodyless = false;
    /** With leave_events: receive() has not read the body, which is an event stream without a length, to its end. */
    public bool $left = false;

    /**
     * @param array $options head_bytes: of a head, 64 KB; body_bytes: what receive() collects, decoded, 2 GB; decode:
     *     gzip, deflate, br and zstd, true; lower_names: names of fields in lower case, true; leave_events: of a
     *     text/event-stream without a length receive() takes what came with the head, and leaves the rest to reads of
     *     the socket, false
     * @throws \ValueError an unknown option or a value out of range
     */
    public function __construct(\Swoole\Coroutine\Socket $socket, array $options = []) {}

    /** Sends head and body, with one call if the socket takes them. Suspends. */
    public function send(string $head, string $body, float $timeout): bool {}

    /** Sends bytes as they are, for example a chunk of a body. Suspends. */
    public function write(string $data, float $timeout): bool {}

    /**
     * Reads the head of the final response. At most 16 interim ones (1xx) are skipped. After a timeout it can be called
     * again. Bytes behind 101, and behind 2xx to CONNECT, are left to reads of the socket. Suspends.
     *
     * @param string $method of the request; it decides whether a body follows
     * @param bool $upgrade the request asked for another protocol, so 101 is allowed
     */
    public function receiveHead(string $method, float $timeout, bool $upgrade = false): bool {}

    /** The next piece of the body, decoded; '' at its end. After a timeout it can be called again. Suspends. */
    public function receivePiece(float $timeout): string|false {}

    /** receiveHead() and the whole body into $body, within one timeout. Suspends. */
    public function receive(string $method, float $timeout, bool $upgrade = false): bool {}

    /**
     * Whether the connection can take a request now: the server has not closed it and has sent nothing unasked. Does not
     * suspend.
     */
    public function isIdle(): bool {}
}
