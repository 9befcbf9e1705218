<?php

/** @generate-class-entries */

namespace Swoole\Server;

/**
 * A task, for the callback of `task` with `task_object` or `task_enable_coroutine`. The task ends with this object.
 *
 * @not-serializable
 */
final class Task
{
    /** @var mixed What was given to task(). */
    public $data = null;
    /** @var float When it was given, in seconds since 1970. */
    public $dispatch_time = 0;
    /** @var int The number that task() returned. */
    public $id = -1;
    /** @var int The worker or process that gave it; 0 for the master. */
    public $worker_id = -1;
    /**
     * @var int SWOOLE_TASK_*: SERIALIZE: no string; TMPFILE: too long for a message; NONBLOCK, CALLBACK, WAITALL, COROUTINE:
     *  how it was given; NOREPLY: by a process of addProcess(), which gets no result.
     */
    public $flags = 0;

    /**
     * Sends a result to the worker that gave the task. A coroutine waits while that worker is behind with its messages.
     *
     * @param mixed $data what can be serialized
     * @return bool false when the task came from the master, which gets the result all the same, from a process of
     *  addProcess(), which gets none, or from somewhere else, and when the result could not be sent
     * @throws \Exception when the value cannot be serialized
     * @tentative-return-type
     */
    public function finish(mixed $data): bool {}

    /**
     * A value as it travels between workers, in a format of this version only.
     *
     * @param mixed $data
     * @tentative-return-type
     */
    public static function pack(mixed $data): string|false {}

    /**
     * The value behind what pack() returned.
     *
     * @return mixed false when it is something else
     * @tentative-return-type
     */
    public static function unpack(string $data): mixed {}
}
