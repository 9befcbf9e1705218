<?php

/** @generate-class-entries */

namespace Tern\Http;

/**
 * A body that will not be had: the client has gone or broke a rule, a limit or a timeout was reached, the wait was
 * cancelled. The code is that of swoole_last_error(). An uncaught one ends its request quietly when the client
 * has gone or has its response (408, 413, ...) already.
 */
final class BodyException extends \Swoole\Exception
{
}

/**
 * The body of a request, read piece by piece: while the client still sends it where http_stream_bodies says so, else
 * when all of it is there. All streams of a request read from the same place. At most 64 KB wait to be read; the client
 * cannot send more meanwhile.
 *
 * @implements \Iterator<int, string>
 * @not-serializable
 * @strict-properties
 */
final class BodyStream implements \Iterator
{
    /** Does not suspend. */
    public function __construct(\Swoole\Http\Request $request) {}

    /**
     * Those of the next bytes that have arrived. Suspends until there are some.
     *
     * @param int $length bytes, at most: 1 or more
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as http_body_timeout allows
     * @return string '' at the end of the body
     * @throws BodyException
     * @throws \Error another coroutine waits for the body
     */
    public function read(int $length = 65536, float $timeout = -1): string {}

    /** @return bool whether all of it has been read; before the last byte was sent that is not known */
    public function eof(): bool {}

    /** @return int bytes of the body that have arrived, read or not */
    public function received(): int {}

    /** @return int|null Content-Length; null when the body is sent in chunks, or is decoded */
    public function length(): ?int {}

    /**
     * Has the server gather the body, in memory and in files, forms taken apart, as without http_stream_bodies, and
     * waits until it is whole: then $request->post, files and getContent() have it. Called again and again with a
     * timeout it is the place to look at received(). Suspends.
     *
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as http_body_timeout allows
     * @return bool false: the time is over, and there is more to come
     * @throws BodyException
     * @throws \Error another coroutine waits for the body
     */
    public function wait(float $timeout = -1): bool {}

    /**
     * Writes the unread rest to a file, without memory for it, and replaces the file if there is one. Suspends.
     *
     * @return int bytes written
     * @throws BodyException the file does not stay there then
     * @throws \Error another coroutine waits for the body
     */
    public function moveTo(string $path): int {}

    /** The piece that foreach is at. */
    public function current(): string {}

    /** @return int how many bytes came before it */
    public function key(): int {}

    /** Suspends as read() does. */
    public function next(): void {}

    /** Continues where the last read ended. Suspends as read() does. */
    public function rewind(): void {}

    public function valid(): bool {}
}
