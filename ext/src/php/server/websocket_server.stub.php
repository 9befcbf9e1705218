<?php

/** @generate-class-entries */

namespace Swoole\WebSocket;

/**
 * A Swoole\Http\Server whose ports speak WebSocket (RFC 6455), too: it calls `open` for each connection that asked for it,
 * `message` for each message and `close` at the end. Connections of all workers can be used from every worker.
 *
 * @not-serializable
 */
class Server extends \Swoole\Http\Server
{
    /**
     * Sends a message, or a frame of one. In a coroutine it may suspend while the client reads slowly and more than
     * buffer_high_watermark waits for it, for at most send_timeout; elsewhere, and for connections of other workers, it
     * returns false then.
     *
     * @param Frame|string $data of a Frame, opcode and flags are its own and the other arguments are not looked at
     * @param int $opcode a WEBSOCKET_OPCODE_* constant
     * @param int|bool $flags SWOOLE_WEBSOCKET_FLAG_FIN: the message ends here; SWOOLE_WEBSOCKET_FLAG_COMPRESS: compressed, where
     *     the client knows that and websocket_compression is on; a bool stands for FIN, as before Swoole 4.4.12
     * @return bool false with the reason in swoole_last_error(): 8503 not a WebSocket, or closing; 8502 no such opcode; 1005 no
     *     such connection; 1009 too much waits to be sent; 505 what the opcode does not allow
     * @tentative-return-type
     */
    public function push(int $fd, $data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags = SWOOLE_WEBSOCKET_FLAG_FIN): bool {}

    /**
     * Starts the closing handshake: what was pushed before is still sent. Does not suspend.
     *
     * @param int $code 1000 to 1003, 1007 to 1014, 3000 to 4999; 1005: none. For any other one 1000 is sent
     * @param string $reason UTF-8, at most 123 bytes: a longer one is cut
     * @tentative-return-type
     */
    public function disconnect(int $fd, int $code = SWOOLE_WEBSOCKET_CLOSE_NORMAL, string $reason = ''): bool {}

    /**
     * Sends a ping frame. Does not suspend.
     *
     * @param string $data at most 125 bytes
     * @tentative-return-type
     */
    public function ping(int $fd, string $data = ''): bool {}

    /**
     * @return bool whether the connection is a WebSocket, in whichever worker, and not closing
     * @tentative-return-type
     */
    public function isEstablished(int $fd): bool {}

    /**
     * @implementation-alias Swoole\WebSocket\Frame::pack
     * @param Frame|string $data
     * @param int|bool $flags
     * @tentative-return-type
     */
    public static function pack($data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags = SWOOLE_WEBSOCKET_FLAG_FIN, bool $mask = false): string {}

    /**
     * @implementation-alias Swoole\WebSocket\Frame::unpack
     * @tentative-return-type
     */
    public static function unpack(string $data): \Swoole\WebSocket\Frame|false {}
}
