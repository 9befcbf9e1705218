<?php

/** @generate-class-entries */

namespace Swoole;

/**
 * The event loop: descriptors that the program watches, and functions called for its turns. A descriptor is given as its
 * number, a stream, a socket of ext/sockets or an object that has it in a property `fd` or `sock`. Everything added
 * holds a program without a server alive until it is removed. Not in the master of a server: an Error there.
 * The functions swoole_event_add(), ... are the same.
 */
class Event
{
    /**
     * Watches a descriptor, and makes it non-blocking unless it is a terminal. The callbacks are called again and again,
     * with $fd as it was given, as long as it is readable or writable; each call in a coroutine of its own. A broken
     * connection is readable.
     *
     * @param mixed $fd see above; held until it is removed
     * @param int $events SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both: what to call for at first
     * @return int|false the number of the descriptor; false with a warning when it is watched already, or cannot be: a
     *                   regular file, no descriptor at all, or $events asks for a callback that is not given
     * @tentative-return-type
     */
    public static function add(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = SWOOLE_EVENT_READ): int|false {}

    /**
     * Changes what was added.
     *
     * @param mixed $fd
     * @param callable|null $read_callback null: stays
     * @param callable|null $write_callback null: stays
     * @param int $events 0: stays
     * @return bool false with a warning when it is not watched, or $events has an unknown bit
     * @tentative-return-type
     */
    public static function set(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = 0): bool {}

    /**
     * Watches no more, and drops what write() has not sent. To be called before the descriptor is closed.
     *
     * @param mixed $fd
     * @return bool false with a warning when it is not watched
     * @tentative-return-type
     */
    public static function del(mixed $fd): bool {}

    /**
     * @param mixed $fd
     * @param int $events SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both
     * @return bool whether it is watched for one of them
     * @tentative-return-type
     */
    public static function isset(mixed $fd, int $events = SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE): bool {}

    /**
     * Sends without waiting: what the kernel does not take at once when it takes more. The descriptor need not have been
     * added. At most 8 MB of one descriptor wait.
     *
     * @param mixed $fd
     * @return bool false with the reason in swoole_last_error(): nothing of $data was sent; with a warning when $fd is no descriptor
     * @tentative-return-type
     */
    public static function write(mixed $fd, string $data): bool {}

    /**
     * Runs until nothing can happen any more: no coroutine that something will wake, no timer, no event. Outside of
     * coroutines. Programs need not call it: what is left when the main code has ended runs to its end anyway.
     *
     * @tentative-return-type
     */
    public static function wait(): void {}

    /**
     * One turn of the loop: waits until something happens, unless nothing can. Outside of coroutines, in programs
     * without a server.
     *
     * @return bool false with a warning when the loop runs already
     * @tentative-return-type
     */
    public static function dispatch(): bool {}

    /**
     * What runs the loop returns after this turn: wait(), Co\run(), the end of the program. Timers, events and deferred
     * functions are dropped, coroutines that wait are cancelled. In a worker of a server: a warning.
     *
     * @tentative-return-type
     */
    public static function exit(): void {}

    /**
     * Calls a function at the end of the turn of the loop, or of the first one; in the order given.
     *
     * @tentative-return-type
     */
    public static function defer(callable $callback): bool {}

    /**
     * Calls a function at the end of every turn of the loop. Does not hold a program alive.
     *
     * @param callable|null $callback null: no more; replaces the one before
     * @param bool $before at the start of every turn, before it waits: a second place for a function
     * @return bool false when there was none to remove
     * @tentative-return-type
     */
    public static function cycle(?callable $callback, bool $before = false): bool {}

    /**
     * What PHP calls at the end of the main code.
     *
     * @tentative-return-type
     */
    public static function rshutdown(): void {}
}
