<?php

/** @generate-class-entries */

namespace Swoole\Http;

/**
 * The response to one request. A response that is destroyed before end() ends by itself.
 *
 * Methods return false, with the reason in swoole_last_error(), when the client went away or the response was sent.
 *
 * @not-serializable
 */
class Response
{
    /** @var int The number of the connection. */
    public $fd = 0;
    /** @var mixed */
    public $socket;
    /** @var array<string, mixed>|null */
    public $header;
    /** @var list<string>|null */
    public $cookie;
    /** @var array<string, mixed>|null */
    public $trailer;

    /** @tentative-return-type */
    public function initHeader(): bool {}

    /**
     * @return bool whether end() or write() can still send
     * @tentative-return-type
     */
    public function isWritable(): bool {}

    /**
     * Adds a Set-Cookie field; the value is URL-encoded.
     *
     * @param \Swoole\Http\Cookie|string $name_or_object a Cookie has everything, and whether the value is encoded
     * @param int $expires seconds since 1970; 0: until the browser ends
     * @param string $samesite '', 'Strict', 'Lax' or 'None'
     * @param string $priority '', 'Low', 'Medium' or 'High'
     * @throws \ValueError when a part has what no cookie may have
     * @tentative-return-type
     */
    public function cookie($name_or_object, string $value = '', int $expires = 0, string $path = '/', string $domain = '', bool $secure = false, bool $httponly = false, string $samesite = '', string $priority = '', bool $partitioned = false): bool {}

    /**
     * @implementation-alias Swoole\Http\Response::cookie
     * @param \Swoole\Http\Cookie|string $name_or_object
     * @tentative-return-type
     */
    public function setCookie($name_or_object, string $value = '', int $expires = 0, string $path = '/', string $domain = '', bool $secure = false, bool $httponly = false, string $samesite = '', string $priority = '', bool $partitioned = false): bool {}

    /**
     * As cookie(), but the value is sent as it is.
     *
     * @param \Swoole\Http\Cookie|string $name_or_object
     * @throws \ValueError when a part has what no cookie may have
     * @tentative-return-type
     */
    public function rawcookie($name_or_object, string $value = '', int $expires = 0, string $path = '/', string $domain = '', bool $secure = false, bool $httponly = false, string $samesite = '', string $priority = '', bool $partitioned = false): bool {}

    /**
     * @implementation-alias Swoole\Http\Response::rawcookie
     * @param \Swoole\Http\Cookie|string $name_or_object
     * @tentative-return-type
     */
    public function setRawCookie($name_or_object, string $value = '', int $expires = 0, string $path = '/', string $domain = '', bool $secure = false, bool $httponly = false, string $samesite = '', string $priority = '', bool $partitioned = false): bool {}

    /**
     * @param int $http_code 200..999: an interim status would leave the client waiting
     * @param string $reason '': the standard phrase
     * @tentative-return-type
     */
    public function status(int $http_code, string $reason = ''): bool {}

    /**
     * @implementation-alias Swoole\Http\Response::status
     * @tentative-return-type
     */
    public function setStatusCode(int $http_code, string $reason = ''): bool {}

    /**
     * Sets a field; a second call with the same name replaces it.
     *
     * @param mixed $value an array: one field line per element; numbers are sent as text, null removes the field
     * @param bool $format whether `content-type` is sent as `Content-Type`
     * @tentative-return-type
     */
    public function header(string $key, $value, bool $format = true): bool {}

    /**
     * @implementation-alias Swoole\Http\Response::header
     * @param mixed $value
     * @tentative-return-type
     */
    public function setHeader(string $key, $value, bool $format = true): bool {}

    /**
     * Sets a trailer field, sent behind the body.
     *
     * @tentative-return-type
     */
    public function trailer(string $key, string $value): bool {}

    /**
     * Sends a piece of the body; the first call sends the head. May suspend while the client reads slowly.
     *
     * @tentative-return-type
     */
    public function write(string $content): bool {}

    /**
     * Sends the response, or the rest of it behind write(). May suspend while the client reads slowly.
     *
     * @tentative-return-type
     */
    public function end(?string $content = null): bool {}

    /**
     * Sends a file as the response.
     *
     * @param int $offset bytes
     * @param int $length bytes; 0: to the end
     * @tentative-return-type
     */
    public function sendfile(string $filename, int $offset = 0, int $length = 0): bool {}

    /**
     * Ends the response with a Location field.
     *
     * @tentative-return-type
     */
    public function redirect(string $location, int $http_code = 302): bool {}

    /**
     * Detaches the connection without a response: other code sends it, by create().
     *
     * @tentative-return-type
     */
    public function detach(): bool {}

    /**
     * A response for a connection that was given up by detach().
     *
     * @phpstan-param object|array<mixed>|int $server
     * @param object|array|int $server the server, or the number of the connection
     * @tentative-return-type
     */
    public static function create($server = -1, int $fd = -1): \Swoole\Http\Response|false {}

    /**
     * Turns the request into a WebSocket (RFC 6455), whose messages recv() brings; fields that were set go into the response.
     * The WebSocket is closed when the response is destroyed, as at the end of its callback. Does not suspend.
     *
     * @return bool false when it was refused, with a response of its own: 400, 403, 426 or 503
     * @tentative-return-type
     */
    public function upgrade(): bool {}

    /**
     * Waits for a message after upgrade(). Suspends.
     *
     * @param float $timeout seconds; 0 and less: for as long as it takes
     * @return \Swoole\WebSocket\Frame|string|false a CloseFrame when the client closes; '' when the connection has ended;
     *     false with the reason in swoole_last_error(): ETIMEDOUT, 10017 cancelled, 8503 not a WebSocket
     * @tentative-return-type
     */
    public function recv(float $timeout = -1): \Swoole\WebSocket\Frame|string|false {}

    /**
     * Sends a message after upgrade(), as Swoole\WebSocket\Server::push() does. May suspend while the client reads slowly.
     *
     * @param \Swoole\WebSocket\Frame|string $data
     * @param int|bool $flags
     * @tentative-return-type
     */
    public function push($data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags = SWOOLE_WEBSOCKET_FLAG_FIN): bool {}

    /**
     * Starts the closing handshake of a WebSocket, as Swoole\WebSocket\Server::disconnect() does.
     *
     * @tentative-return-type
     */
    public function disconnect(int $code = SWOOLE_WEBSOCKET_CLOSE_NORMAL, string $reason = ''): bool {}

    /**
     * Sends a ping frame after upgrade(), else a PING to a client of HTTP/2 (RFC 9113 6.7), which has no data.
     *
     * @return bool false for other clients
     * @tentative-return-type
     */
    public function ping(string $data = ''): bool {}

    /**
     * Closes the connection; of a WebSocket, with code 1000.
     *
     * @tentative-return-type
     */
    public function close(): bool {}

    /**
     * Tells a client of HTTP/2 that its connection will serve no further requests (GOAWAY, RFC 9113 6.8). Those in
     * flight, this one included, get their responses; then the connection ends.
     *
     * @param int $error_code one of SWOOLE_HTTP2_ERROR_*
     * @param string $debug_data at most 8192 bytes
     * @return bool false for other clients
     * @tentative-return-type
     */
    public function goaway(int $error_code = SWOOLE_HTTP2_ERROR_NO_ERROR, string $debug_data = ''): bool {}
}
