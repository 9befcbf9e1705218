<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * The processes of a Swoole\Process\Pool: the master supervises, the workers run what they are given.
 *
 * @not-serializable
 */
final class Supervisor
{
    /**
     * @param int $workers 1 to 4096
     * @param float $timeout seconds that a worker has to leave, then it is killed
     * @param callable $work fn (int $worker_id), in each worker
     * @param callable $stop fn (int $worker_id), before a worker ends
     * @param callable $leave fn (int $worker_id), from the loop, when a worker is to end
     * @param callable $event fn (string $name), in the master: start, shutdown
     */
    public function __construct(int $workers, bool $in_coroutine, float $timeout, callable $work, callable $stop, callable $leave, callable $event) {}

    /**
     * Supervises until the end. Workers do not return.
     *
     * @return bool false with a warning when it could not start
     */
    public function run() {}

    /**
     * For workers: until the descriptor is readable. Suspends in coroutines, elsewhere it blocks.
     *
     * @param mixed $fd a number, a stream; null: for the time only
     * @param float $timeout seconds; 0 and less: no limit
     * @return bool|null whether it is readable; null when the worker is to leave
     */
    public function wait(mixed $fd, float $timeout) {}

    /**
     * In a worker: SIGTERM ends it at once, while it has no loop and no handler of its own.
     *
     * @return void
     */
    public function letSignalEnd() {}

    /**
     * In a worker: it is to end; a new one takes its place.
     *
     * @return void
     */
    public function leave() {}

    /** @return bool */
    public function isLeaving() {}

    /** @return bool */
    public function detach() {}

    /** @return bool */
    public function shutdown() {}

    /**
     * @return int 0: it does not run now
     */
    public function workerPid(int $worker_id) {}

    /**
     * Makes a process object stand for a worker.
     *
     * @param bool $own it is the running process
     * @return void
     */
    public function adopt(\Swoole\Process $process, bool $own) {}
}
