<?php

/** @generate-class-entries */

namespace Swoole\WebSocket;

/**
 * A message of a WebSocket, or part of one (RFC 6455 5.2): what the `message` event brings, and what push() takes.
 */
class Frame
{
    /** @var int The number of the connection that it came from; push() does not look at it. */
    public $fd = 0;
    /** @var string */
    public $data = '';
    /** @var int a WEBSOCKET_OPCODE_* constant */
    public $opcode = 1;
    /** @var int SWOOLE_WEBSOCKET_FLAG_* constants */
    public $flags = 1;
    /** @var bool|null Whether the message ends with it; null: as SWOOLE_WEBSOCKET_FLAG_FIN in `flags` says. */
    public $finish;

    /** The bytes of the frame, as pack() makes them. */
    public function __toString(): string {}

    /**
     * The bytes of a frame.
     *
     * @param Frame|string $data of a Frame, opcode and flags are its own and the other arguments are not looked at
     * @param int $opcode a WEBSOCKET_OPCODE_* constant
     * @param int|bool $flags SWOOLE_WEBSOCKET_FLAG_FIN, COMPRESS and MASK; a bool stands for FIN, as before Swoole 4.4.12
     * @param bool $mask the same as SWOOLE_WEBSOCKET_FLAG_MASK
     * @throws \ValueError for an opcode that there is not, and for a control frame of more than 125 bytes
     * @tentative-return-type
     */
    public static function pack($data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags = SWOOLE_WEBSOCKET_FLAG_FIN, bool $mask = false): string {}

    /**
     * Reads one frame, of a client or a server; bytes behind it are not looked at. A compressed one is decompressed where it
     * is a whole message, to at most 32 MB.
     *
     * @return Frame|false false when it is not complete (swoole_last_error() is EAGAIN), or breaks the protocol
     * @tentative-return-type
     */
    public static function unpack(string $data): \Swoole\WebSocket\Frame|false {}
}

/** A close frame (RFC 6455 5.5.1). */
class CloseFrame extends Frame
{
    /** @var int */
    public $opcode = 8;
    /** @var int a WEBSOCKET_CLOSE_* constant, or 4000 to 4999; 1005 in one that was received: it had none */
    public $code = 1000;
    /** @var string UTF-8, at most 123 bytes */
    public $reason = '';
}
