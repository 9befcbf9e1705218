<?php

/** @generate-class-entries */

namespace Swoole\Redis;

/**
 * A server that clients of Redis talk to: each command has a handler.
 *
 * @not-serializable
 */
class Server extends \Swoole\Server
{
    /**
     * For format(): an error.
     *
     * @var int
     */
    const ERROR = 0;
    /**
     * For format(): no value.
     *
     * @var int
     */
    const NIL = 1;
    /**
     * For format(): a status, as OK.
     *
     * @var int
     */
    const STATUS = 2;
    /**
     * For format(): an integer.
     *
     * @var int
     */
    const INT = 3;
    /**
     * For format(): a string.
     *
     * @var int
     */
    const STRING = 4;
    /**
     * For format(): a list.
     *
     * @var int
     */
    const SET = 5;
    /**
     * For format(): pairs of a key and a value.
     *
     * @var int
     */
    const MAP = 6;

    /** @var array<string, callable> By the command's name in upper case. */
    private array $handlers = [];

    /**
     * Registers the handler of a command; a second one replaces the first. The handler gets the number of the connection
     * and the words behind the command, and replies with send(), or by returning a string. One connection's commands are
     * handled one after the other.
     *
     * @param string $command in any case, at most 128 bytes
     * @param callable $callback function (int $fd, array $words): ?string
     * @return bool false when the server runs already, or with a warning for an invalid name
     * @tentative-return-type
     */
    public function setHandler(string $command, callable $callback): bool {}

    /**
     * @phpstan-return \Closure|callable-string|callable-array|null
     * @return \Closure|string|array|null null when there is none
     * @tentative-return-type
     */
    public function getHandler(string $command): \Closure|array|string|null {}

    /**
     * A reply as clients of Redis read it (RESP2). Line breaks in errors and statuses become spaces.
     *
     * @param int $type one of the constants
     * @param mixed $value text for ERROR, STATUS and STRING, a number for INT, an array for SET and MAP. An array in an array is an
     *     array of the reply: a list as its values, another one as its keys and values. At most 128 levels.
     * @return string|false false with a warning when the value is not of the type, or has more levels
     * @tentative-return-type
     */
    public static function format(int $type, mixed $value = null): string|false {}
}
