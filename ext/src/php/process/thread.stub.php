<?php

/** @generate-class-entries */

namespace Swoole;

/**
 * A process that runs a file of PHP beside this one, with the classes and methods that programs know of threads. Memory
 * that both use is in the containers of Swoole\Thread.
 *
 * @not-serializable
 */
final class Thread
{
    /**
     * The processors that this process may use.
     *
     * @var int
     * @cvalue static_cast<zend_long>(tern::usable_cpus())
     */
    const HARDWARE_CONCURRENCY = UNKNOWN;
    /**
     * What threads are made of, as published. In Tern they are processes.
     *
     * @var string
     */
    const API_NAME = 'POSIX Threads';
    /**
     * For setPriority(): the usual scheduling, without priorities.
     *
     * @var int
     */
    const SCHED_OTHER = 0;
    /**
     * Before all others, until it waits.
     *
     * @var int
     */
    const SCHED_FIFO = 1;
    /**
     * Before all others, in turns with those of its priority.
     *
     * @var int
     */
    const SCHED_RR = 2;
    /**
     * For work that does not have to answer soon.
     *
     * @var int
     */
    const SCHED_BATCH = 3;
    /**
     * When nothing else runs.
     *
     * @var int
     */
    const SCHED_IDLE = 5;
    /**
     * With a deadline; setPriority() cannot choose it.
     *
     * @var int
     */
    const SCHED_DEADLINE = 6;

    /** The number of its process. */
    public readonly int $id;

    /**
     * Starts it. The object of a thread that is neither joined nor detached waits for its end when it is destroyed. The
     * process ends with the one that has started it.
     *
     * @param string $script_file the path of a file of PHP; a relative one is looked for in include_path
     * @param mixed $args what Thread::getArguments() returns there: scalars, arrays, objects that can be serialized, and containers,
     *                    which are the same ones there
     * @throws \Swoole\Exception when there is no such file, no process, or an argument cannot be passed on
     */
    public function __construct(string $script_file, mixed ...$args) {}

    /**
     * Waits for its end. In a coroutine only that waits.
     *
     * @return bool false: it was joined or detached before, or another process has started it
     */
    public function join(): bool {}

    /** Whether it was neither joined nor detached. */
    public function joinable(): bool {}

    /** What it gave to exit(); 255 after a fatal error; 128 and the number of the signal that has ended it; 0 as long as it runs. */
    public function getExitStatus(): int {}

    /** Whether it has not ended. */
    public function isAlive(): bool {}

    /**
     * Its end is not awaited: it runs on when the object is destroyed.
     *
     * @return bool false: it was joined or detached before
     */
    public function detach(): bool {}

    /** The arguments of this thread, or what `init_arguments` of its server returned. Null: none. */
    public static function getArguments(): ?array {}

    /** The number of the running process. */
    public static function getId(): int {}

    /** The same as getId(). */
    public static function getNativeId(): int {}

    /** @return array{is_main_thread: bool, is_shutdown: bool, thread_num: int} */
    public static function getInfo(): array {}

    /** How many threads of this program run, its first process among them. */
    public static function activeCount(): int {}

    /** Lets other processes run first. */
    public static function yield(): void {}

    /**
     * The name of this process, as ps and top show it.
     *
     * @param string $name at most 15 bytes
     */
    public static function setName(string $name): bool {}

    /**
     * @param array $cpu_settings numbers of the processors that this process may use
     */
    public static function setAffinity(array $cpu_settings): bool {}

    /** @return array<int, int>|false the numbers of the processors that this process may use */
    public static function getAffinity(): array {}

    /**
     * @param int $priority 1 to 99 with SCHED_FIFO and SCHED_RR, otherwise 0
     * @param int $policy one of the constants
     * @return bool false with a warning where the system does not allow it
     */
    public static function setPriority(int $priority, int $policy = 0): bool {}

    /** @return array{policy: int, priority: int} */
    public static function getPriority(): array {}
}
