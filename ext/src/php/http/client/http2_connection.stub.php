<?php

/** @generate-class-entries */

namespace Tern\Internal\Client;

/**
 * One HTTP/2 connection of a client, over a connected socket. Not for programs: it may change with every version.
 *
 * What fails returns false and sets errCode and errMsg. Timeouts are seconds; 0: that of the socket, less than 0: none.
 *
 * @not-serializable
 */
final class Http2Connection
{
    /** An error number of the system, or SWOOLE_ERROR_*. */
    public int $errCode = 0;
    public string $errMsg = '';

    /**
     * @param array $settings all of these: header_table_size, max_concurrent_streams, init_window_size, max_frame_size,
     *        max_header_list_size, within the limits of RFC 9113; connection_window_size, 8 MB if not given; body_bytes, the most decoded bytes of a response that
     *        wait to be received; decode, whether Content-Encoding is decoded
     * @phpstan-param array<string,int|bool> $settings
     */
    public function __construct(\Swoole\Coroutine\Socket $socket, array $settings) {}

    /**
     * Sends a request. Suspends only while many bytes of earlier requests are not sent yet.
     *
     * @param string $authority for requests without a "host" in the headers
     * @param array|null $headers by name; null values are left out, a list is several fields
     * @phpstan-param array<mixed>|null $headers
     * @param string $cookie the field; "": there is none
     * @param bool $open the stream stays open for write()
     * @param bool $pieces the response is received in pieces
     * @return int|false the stream
     * @throws \ValueError what cannot be sent
     */
    public function send(string $method, string $path, string $authority, string $scheme, ?array $headers, string $cookie, string $body, bool $open, bool $pieces, float $timeout): int|false {}

    /** More of a request's body. Suspends while the server receives nothing. */
    public function write(int $stream, string $data, bool $end, float $timeout): bool {}

    /**
     * The next response. Suspends.
     *
     * @param \Swoole\Http2\Response $into a new one; it is filled
     * @param bool $pieces a part of any response is enough
     * @param int $stream whose response is wanted, of which a part is enough; 0: any
     * @throws \Swoole\Error another coroutine receives the same
     */
    public function receive(\Swoole\Http2\Response $into, bool $pieces, float $timeout, int $stream = 0): bool {}

    /** Drops the rest of that response. At once. */
    public function cancel(int $stream): void {}

    public function ping(): bool {}

    public function goAway(int $code, string $data): bool {}

    /** Sends what can be sent at once. All waits end. The caller closes the socket. */
    public function close(): void {}

    /** False after an error of the connection, or close(). */
    public function isOpen(): bool {}

    /** Whether the response to that request is not complete yet. */
    public function exists(int $stream): bool {}

    /**
     * GOAWAY of the server.
     *
     * @return array{int,int,string}|null the last stream that the server handles, the code, the data; null: there was none
     */
    public function goneAway(): ?array {}

    /** @return array{next:int,last:int,active:int,local:array<string,int>,remote:array<string,int>} */
    public function stats(): array {}
}
