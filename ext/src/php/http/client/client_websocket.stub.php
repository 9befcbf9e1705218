<?php

/** @generate-class-entries */

namespace Tern\Internal\Client;

/**
 * The client's side of a WebSocket (RFC 6455), over a connected socket: first the fields of the handshake, then messages. One
 * coroutine may receive and one may send at the same time. Timeouts are in seconds; -1: none; 0: the socket's. A call that
 * returns false sets $errCode and $errMsg: 110 timeout, 104 the connection ended within a frame, 508
 * (SWOOLE_ERROR_PROTOCOL_ERROR) the server violates the protocol, 8503 (SWOOLE_ERROR_WEBSOCKET_UNCONNECTED) there is no
 * handshake or the WebSocket is closing, 8504 (SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED), 8502
 * (SWOOLE_ERROR_WEBSOCKET_BAD_OPCODE), 505 a payload that the opcode does not allow.
 *
 * @not-serializable
 * @strict-properties
 */
final class WebSocketConnection
{
    /** The reason why a method returned false: errno or a SWOOLE_ERROR_* constant. */
    public int $errCode = 0;
    public string $errMsg = '';
    /** Why it ended: the server's code, 1005 for none, 1006 without a closing handshake; 0: it has not ended. */
    public int $closeCode = 0;
    public string $closeReason = '';
    /** Both sides have agreed on permessage-deflate. */
    public bool $compresses = false;

    /**
     * @param array $options message_bytes: of a received message, decompressed, 2 MB; message_frames: 65536; compression: offer
     *     permessage-deflate, false; compression_level: 1 to 9, 1; compression_context: look back to former messages, false;
     *     compression_min_length: of messages that are compressed, 0 bytes; window_bits: 9 to 15, 15; close_frame, ping_frame,
     *     pong_frame: receive() returns such frames, false. Close frames and pings are then answered by the program; a close
     *     frame that is not answered is answered by the next receive().
     * @throws \ValueError an unknown option or a value out of range
     */
    public function __construct(\Swoole\Coroutine\Socket $socket, array $options = []) {}

    /**
     * The fields that a request needs, with a new key.
     *
     * @return array Upgrade, Connection, Sec-WebSocket-Version, Sec-WebSocket-Key, and if compression is offered
     *     Sec-WebSocket-Extensions
     */
    public function fields(): array {}

    /**
     * Checks the response to that request, which has status 101, and begins the WebSocket.
     *
     * @param array $headers as of HttpConnection
     * @param string $subprotocols what the request has offered, comma separated
     * @return bool false with 8504: the connection must be closed
     */
    public function accept(array $headers, string $subprotocols = ''): bool {}

    /** Which frames receive() returns from here on, as the options of these names. */
    public function pass(bool $close_frame, bool $ping_frame, bool $pong_frame): void {}

    /**
     * Sends a frame. After a timeout the next call sends the rest of the frame first. Suspends.
     *
     * @param int $flags SWOOLE_WEBSOCKET_FLAG_FIN, and COMPRESS
     */
    public function push(string $data, int $opcode, int $flags, float $timeout): bool {}

    /**
     * The next message. Pings are answered, and close frames too. Suspends.
     *
     * @return \Swoole\WebSocket\Frame|string|false '' when the WebSocket has ended: see $closeCode
     */
    public function receive(float $timeout): \Swoole\WebSocket\Frame|string|false {}

    /** Sends a close frame; 1005: without a code. The server's close frame makes receive() return ''. Suspends. */
    public function close(int $code, string $reason, float $timeout): bool {}
}
