<?php

/** @generate-class-entries */

namespace Swoole;

/**
 * A process that runs a function of the program, and a pipe to it. What the parent has of coroutines, timers, events,
 * shutdown functions and output buffers is not the child's, and objects of before its start are destroyed by the parent
 * only. It may be started in coroutines and in workers, too: a child is outside of both.
 *
 * @not-serializable
 */
class Process
{
    /**
     * Added to the mode of useQueue(): push() and pop() do not wait.
     *
     * @var int
     */
    const IPC_NOWAIT = 256;
    /**
     * For close(): the end of the process that started this one.
     *
     * @var int
     */
    const PIPE_MASTER = 1;
    /**
     * For close(): the end of this process.
     *
     * @var int
     */
    const PIPE_WORKER = 2;
    /**
     * For close(): no more reading.
     *
     * @var int
     */
    const PIPE_READ = 3;
    /**
     * For close(): no more writing.
     *
     * @var int
     */
    const PIPE_WRITE = 4;
    /**
     * For the constructor: no pipe.
     *
     * @var int
     */
    const PIPE_TYPE_NONE = 0;
    /**
     * For the constructor: a pipe that is a stream.
     *
     * @var int
     */
    const PIPE_TYPE_STREAM = 1;
    /**
     * For the constructor: a pipe that keeps messages apart.
     *
     * @var int
     */
    const PIPE_TYPE_DGRAM = 2;

    /** @var int|null the descriptor of this side of the pipe, for Event::add(); null: there is none */
    public $pipe;
    /** @var int|null the queue, since useQueue() */
    public $msgQueueId;
    /** @var int|null */
    public $msgQueueKey;
    /** @var int|null since start(); in the child its own */
    public $pid;
    /** @var int counts from 1, unless the program writes it: the type of its messages in a queue is one more */
    public $id;
    /** @var callable */
    private $callback;

    /**
     * @param callable $callback fn (Process $process): the child ends when it returns, and what it has started is done
     * @param bool $redirect_stdin_and_stdout the child's standard input, output and error are the pipe, which is
     *  a stream then
     * @param int $pipe_type SOCK_DGRAM: a write() is a read(); SOCK_STREAM: bytes; 0: there is no pipe
     * @param bool $enable_coroutine the callback runs in a coroutine
     */
    public function __construct(callable $callback, bool $redirect_stdin_and_stdout = false, int $pipe_type = SOCK_DGRAM, bool $enable_coroutine = false) {}

    /**
     * @phpstan-param array<string, mixed> $settings
     * @param array $settings enable_coroutine (bool); others are ignored with a warning
     * @tentative-return-type
     */
    public function set(array $settings): void {}

    /**
     * Forks. A process that has ended can be started once more, with the same pipe.
     *
     * @return int|false the child's pid; false with a warning when it runs already, or the system has no process left
     * @tentative-return-type
     */
    public function start(): int|bool {}

    /**
     * Sends to the other side, all of it. Suspends in coroutines when there is no room, elsewhere it blocks.
     *
     * @return int|false the number of bytes; false when the time of setTimeout() is over (EAGAIN), the other side is gone
     *  (EPIPE, ECONNREFUSED), or a datagram is too large (EMSGSIZE)
     * @tentative-return-type
     */
    public function write(string $data): int|false {}

    /**
     * Waits for data of the other side: a datagram, or what a stream has. Suspends in coroutines, elsewhere it blocks.
     *
     * @param int $size bytes, 1 to 64 MB: the rest of a longer datagram is lost
     * @return string|false "" when nothing is left to read and the other process has ended; false when the time is over
     *  (EAGAIN), or a signal came (EINTR, outside of coroutines)
     * @tentative-return-type
     */
    public function read(int $size = 8192): string|false {}

    /**
     * @param int $which 0: both ends of the pipe; PIPE_MASTER or PIPE_WORKER: that one; PIPE_READ or PIPE_WRITE: no more
     *  in that direction, for both processes
     * @tentative-return-type
     */
    public function close(int $which = 0): bool {}

    /**
     * In the child: ends it, as exit() does.
     *
     * @param int $exit_code 0 to 255
     * @tentative-return-type
     */
    public function exit(int $exit_code = 0): void {}

    /**
     * In the child: it becomes another program, which has the pipe as its standard input and output if they were
     * redirected. Returns only when that fails.
     *
     * @param string $exec_file a path
     * @phpstan-param array<string> $args
     * @param array $args strings, without the name of the program
     * @return bool false with a warning
     * @tentative-return-type
     */
    public function exec(string $exec_file, array $args): bool {}

    /**
     * This side of the pipe as a socket, with a descriptor of its own: the same object each time, in the child another
     * one. It does not notice that the other process has ended, as read() does.
     *
     * @return \Swoole\Coroutine\Socket|false false with a warning when there is no pipe
     * @tentative-return-type
     */
    public function exportSocket(): \Swoole\Coroutine\Socket|false {}

    /**
     * The title of the running process: see swoole_set_process_name().
     *
     * @tentative-return-type
     */
    public function name(string $process_name): bool {}

    /**
     * For read() and write() from now on.
     *
     * @param float $seconds 0 and less: as long as it takes
     * @tentative-return-type
     */
    public function setTimeout(float $seconds): bool {}

    /**
     * What others see who use the descriptor; read() and write() outside of coroutines do not wait when it is off.
     *
     * @tentative-return-type
     */
    public function setBlocking(bool $blocking): bool {}

    /**
     * @param int $which PRIO_PROCESS, PRIO_PGRP or PRIO_USER
     * @param int|null $who null: this process, with PRIO_PROCESS only
     * @tentative-return-type
     */
    public function setPriority(int $which, int $priority, ?int $who = null): bool {}

    /**
     * As setPriority().
     *
     * @tentative-return-type
     */
    public function getPriority(int $which, ?int $who = null): int|false {}

    /**
     * Uses a message queue of System V. To be called before start().
     *
     * @param int $key of the system, at most 2^32 - 1; 0: made of the name of the running file
     * @param int $mode 2: every process gets any message; 1: pop() gets those of this process only; with IPC_NOWAIT push()
     *  and pop() do not wait
     * @param int $capacity bytes; 0 and less: the system's default
     * @tentative-return-type
     */
    public function useQueue(int $key = 0, int $mode = 2, int $capacity = -1): bool {}

    /**
     * @return array{queue_num: int, queue_bytes: int}|false false when there is no queue any more
     * @tentative-return-type
     */
    public function statQueue(): array|false {}

    /**
     * Removes the queue, for all processes.
     *
     * @tentative-return-type
     */
    public function freeQueue(): bool {}

    /**
     * Waits while the queue is full. Suspends in coroutines, elsewhere it blocks.
     *
     * @param string $data 1 to 65536 bytes
     * @return bool false, with a warning when the queue, or the system (kernel.msgmax), takes no message of that length
     * @tentative-return-type
     */
    public function push(string $data): bool {}

    /**
     * Waits for a message. Suspends in coroutines, elsewhere it blocks.
     *
     * @param int $size bytes: the rest of a longer message is lost
     * @return string|false false with the reason in swoole_last_error(): EAGAIN with IPC_NOWAIT, EIDRM when it was removed
     * @tentative-return-type
     */
    public function pop(int $size = 65536): string|false {}

    /**
     * In the master of a server SIGKILL for one of its workers is sent when the callback that calls this has ended, or waits:
     * until then it may still respond to that worker's requests with Response::create().
     *
     * @param int $signal_no 0: whether there is such a process
     * @return bool false with a warning, unless the signal is 0
     * @tentative-return-type
     */
    public static function kill(int $pid, int $signal_no = SIGTERM): bool {}

    /**
     * Calls a function when a signal arrives, from the loop: so it needs one that runs, and does not keep a program alive.
     * In a worker of a server its own signals (SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT) are refused. In the master a
     * function for SIGTERM, SIGINT, SIGHUP, SIGUSR1 or SIGUSR2 takes the place of what the server does then.
     *
     * @param callable|null $callback fn (int $signal): in the place of the last one; null: the former effect is back
     * @return bool false with a warning
     * @tentative-return-type
     */
    public static function signal(int $signal_no, ?callable $callback = null): bool {}

    /**
     * Sends a signal again and again: SIGALRM, SIGVTALRM, SIGPROF.
     *
     * @param int $usec microseconds between two; 0 and less: no more
     * @param int $type 0: time; 1: time on a processor in user mode; 2: and in the kernel
     * @tentative-return-type
     */
    public static function alarm(int $usec, int $type = 0): bool {}

    /**
     * The end of one child of this process. Suspends in coroutines, elsewhere it blocks. Commands of System::exec() are
     * never told.
     *
     * @param bool $blocking false: one that has ended already
     * @return array{pid: int, code: int, signal: int}|false false when there is none (ECHILD, EAGAIN)
     * @tentative-return-type
     */
    public static function wait(bool $blocking = true): array|false {}

    /**
     * Continues in the background, in a session of its own: in another process, while this one ends. Not while coroutines,
     * timers or events are in use, nor in a server.
     *
     * @param bool $nochdir false: to /
     * @param bool $noclose false: standard input, output and error become /dev/null
     * @phpstan-param array<mixed> $pipes
     * @param array $pipes what becomes standard input, output and error, by position: streams or descriptors; null: stays
     * @return bool false with a warning
     * @tentative-return-type
     */
    public static function daemon(bool $nochdir = true, bool $noclose = true, array $pipes = []): bool {}

    /**
     * @phpstan-param array<int> $cpu_settings
     * @param array $cpu_settings numbers of processors that this process may use
     * @tentative-return-type
     */
    public static function setAffinity(array $cpu_settings): bool {}

    /** @tentative-return-type */
    public static function getAffinity(): array|false {}
}
