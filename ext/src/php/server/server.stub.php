<?php

/** @generate-class-entries */

namespace Swoole {

    /**
     * A server: its options, callbacks and ports, and after start() its worker processes.
     *
     * One object can be started once per process. The properties are written by the server; programs read them.
     *
     * @not-serializable
     */
    class Server
    {
        /** @var array<string, mixed> What set() was given, later values over earlier ones; start() adds the defaults that were used. */
        public $setting = [];
        /** @var mixed The connections of this worker, iterable as numbers. */
        public $connections;
        /** @var string */
        public $host = '';
        /** @var int */
        public $port = 0;
        /** @var int A SWOOLE_SOCK_* constant. */
        public $type = 0;
        /** @var bool */
        public $ssl = false;
        /** @var int SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD, as given; all are served by the same model. */
        public $mode = 0;
        /** @var list<Server\Port> The ports in the order of listen(); the first belongs to the constructor. */
        public $ports;
        /** @var int */
        public $master_pid = 0;
        /** @var int */
        public $manager_pid = 0;
        /** @var int -1 outside of a worker; the first worker is 0. */
        public $worker_id = -1;
        /** @var bool */
        public $taskworker = false;
        /** @var int */
        public $worker_pid = 0;
        /** @var int|null */
        public $stats_timer;
        /** @var mixed */
        public $admin_server;
        /** @var string|null */
        public $bootstrap;

        /**
         * Does not open the socket: start() does.
         *
         * @param string $host an IPv4 or IPv6 address, or the path of a socket for the SWOOLE_SOCK_UNIX_* types
         * @param int $port 0..65535; 0 lets the system choose one
         * @param int $mode SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD
         * @param int $sock_type a SWOOLE_SOCK_* constant, for TLS with SWOOLE_SSL added
         * @throws \ValueError when an argument is out of range
         * @throws Exception when this process already started a server
         */
        public function __construct(string $host = '0.0.0.0', int $port = 0, int $mode = SWOOLE_BASE, int $sock_type = SWOOLE_SOCK_TCP) {}

        /**
         * Sets options; may be called several times before start(). The options are listed in docs/options.md.
         *
         * An unknown name gives a warning with the nearest known one.
         *
         * @phpstan-param array<string, mixed> $settings
         * @return bool false when the server runs already
         * @throws \TypeError|\ValueError when a value has a wrong type or is out of range; options before it stay set
         * @tentative-return-type
         */
        public function set(array $settings): bool {}

        /**
         * Registers the callback of one event; a second one replaces the first.
         *
         * @phpstan-param ($event_name is 'request' ? callable(\Swoole\Http\Request, \Swoole\Http\Response): mixed
         *     : ($event_name is 'message' ? callable(\Swoole\WebSocket\Server, \Swoole\WebSocket\Frame): mixed : callable)) $callback
         * @param string $event_name in any case: start, workerStart, request, ...
         * @return bool false with a warning for an unknown event or when the server runs already
         * @tentative-return-type
         */
        public function on(string $event_name, callable $callback): bool {}

        /**
         * @phpstan-return \Closure|callable-string|callable-array|null
         * @return \Closure|string|array|null the callback as it was given to on(), null when there is none
         * @tentative-return-type
         */
        public function getCallback(string $event_name): \Closure|array|string|null {}

        /**
         * Adds a port.
         *
         * @param int $port 0..65535
         * @param int $sock_type a SWOOLE_SOCK_* constant
         * @return Server\Port|false false when the server runs already
         * @throws \ValueError when an argument is out of range
         * @tentative-return-type
         */
        public function listen(string $host, int $port, int $sock_type): \Swoole\Server\Port|false {}

        /**
         * @implementation-alias Swoole\Server::listen
         * @tentative-return-type
         */
        public function addlistener(string $host, int $port, int $sock_type): \Swoole\Server\Port|false {}

        /**
         * Adds a process of the program's own, which the server starts, and starts again whenever it ends; it is told
         * to end with a SIGTERM when the server shuts down, and reloads leave it alone. It is a worker whose number,
         * from start() on its `id`, comes after those of workers and task workers. Its pipe connects it with all
         * workers: each writes to it, and reads what it wrote.
         *
         * @return int|false how many were added before; false with a warning when the server runs already, or the
         *                   process was added or started before
         * @throws \Error when the constructor of the process was not called
         * @tentative-return-type
         */
        public function addProcess(\Swoole\Process $process): int|false {}

        /**
         * Adds what the processes of this server can be asked for with command().
         *
         * @param string $name 1..255 bytes
         * @param int $accepted_process_types SWOOLE_SERVER_COMMAND_* constants: which processes may be asked
         * @param callable $callback fn (Server $server, string $message): string, called in the process that is asked,
         *                           in a coroutine but in the master; $message is what command() was given, as JSON
         * @return bool false with a warning when there is one of this name, the server runs already, or the name or the types
         *              are not as above
         * @tentative-return-type
         */
        public function addCommand(string $name, int $accepted_process_types, callable $callback): bool {}

        /**
         * Runs a command in a process of this server, and waits for its result, for at most 10 seconds: in a worker the
         * coroutine waits, in the master and in processes of addProcess() without coroutines the process does.
         *
         * @param int $process_id the number among those of its type: 0..worker_num - 1, 0..task_worker_num - 1
         * @param int $process_type one SWOOLE_SERVER_COMMAND_* constant; the master is the manager, too, and a worker
         *                          is the reactor thread of its number
         * @param mixed $data up to 255 KiB as JSON
         * @param bool $json_decode the result is JSON: returns what it says, objects as arrays
         * @return mixed what the callback returned; false, with the reason in swoole_last_error(), when it threw, the
         *               process ended or did not answer, or there is no such command or process
         * @throws \ValueError when the data cannot be written as JSON or is too long
         * @throws \Error in a worker outside of coroutines, unless it asks itself
         * @tentative-return-type
         */
        public function command(string $name, int $process_id, int $process_type, mixed $data, bool $json_decode = true): mixed {}

        /**
         * Opens the ports, starts the workers and serves until shutdown. Returns after the last worker ended.
         *
         * @return bool false, with a warning, when the server could not start (swoole_last_error() has the reason), or
         *   when it has been shut down: a new object can start
         * @tentative-return-type
         */
        public function start(): bool {}

        /**
         * Ends one worker after its running requests; the master starts a new one.
         *
         * @param int $workerId -1: the worker that calls
         * @param bool $waitEvent kept for programs that pass it: running requests are always waited for
         * @tentative-return-type
         */
        public function stop(int $workerId = -1, bool $waitEvent = false): bool {}

        /**
         * Replaces all workers without losing a request. Returns at once.
         *
         * @param bool $only_reload_taskworker replace the task workers only
         * @tentative-return-type
         */
        public function reload(bool $only_reload_taskworker = false): bool {}

        /**
         * Ends the server after its running requests, or after max_wait_time. Returns at once.
         *
         * @tentative-return-type
         */
        public function shutdown(): bool {}

        /**
         * Gives a task to a task worker. A coroutine waits while the worker's box is full; elsewhere that is a failure.
         *
         * @param mixed $data what can be serialized; large data travels in a file in memory
         * @param int $taskWorkerIndex 0..task_worker_num - 1; -1: the one with the least to do
         * @param callable|null $finishCallback gets (Server, int $task_id, mixed $result) instead of the callback of
         *        `finish`; called in this process only
         * @return int|false a number of the task, from 0 on in each process; false: swoole_last_error() tells why; with a warning
         *                   when there is no such task worker
         * @throws \Exception when the data cannot be serialized
         * @tentative-return-type
         */
        public function task(mixed $data, int $taskWorkerIndex = -1, ?callable $finishCallback = null): int|false {}

        /**
         * Gives a task and waits for its result: suspends a coroutine, blocks the worker elsewhere.
         *
         * @param float $timeout seconds; 0 and less: for ever
         * @return mixed what the task returned; false: SWOOLE_ERROR_TASK_TIMEOUT, or SWOOLE_ERROR_SERVER_WORKER_TERMINATED
         *         when its worker died, or SWOOLE_ERROR_NO_PAYLOAD when it ended without a result
         * @tentative-return-type
         */
        public function taskwait(mixed $data, float $timeout = 0.5, int $taskWorkerIndex = -1): mixed {}

        /**
         * Gives tasks, and waits until all have ended or the time is over.
         *
         * @template TKey of array-key
         * @phpstan-param array<TKey, mixed> $tasks
         * @param array $tasks at most 1024
         * @param float $timeout seconds; 0 and less: for ever
         * @return array<TKey, mixed>|false the results that came, with the keys of the tasks
         * @tentative-return-type
         */
        public function taskWaitMulti(array $tasks, float $timeout = 0.5): array|false {}

        /**
         * As taskWaitMulti(), with false where no result came.
         *
         * @template TKey of array-key
         * @phpstan-param array<TKey, mixed> $tasks
         * @return array<TKey, mixed>|false
         * @tentative-return-type
         */
        public function taskCo(array $tasks, float $timeout = 0.5): array|false {}

        /**
         * In a task worker: sends the result of the task that runs. What the callback returns is sent, too.
         *
         * @return bool false: no task runs here, or tasks run in coroutines, where Server\Task::finish() does it; or the
         *         master gave the task (it gets the result, but is no worker)
         * @tentative-return-type
         */
        public function finish(mixed $data): bool {}

        /**
         * A message to another worker, whose callback of pipeMessage gets it. Messages of one worker to another come in
         * order, except that those of more than 256 KB go another way. A process of addProcess() gets it by its read().
         * While the box of that worker is full the call waits, for at most 10 seconds; in the master it does not. May suspend.
         *
         * @param mixed $message what can be serialized; a string with something in it for a process of addProcess()
         * @param int $dst_worker_id an event worker, a task worker behind them, or a process behind these; not the caller
         * @return bool false: SWOOLE_ERROR_SERVER_PIPE_BUFFER_FULL when its box is still full
         * @throws \Exception when the message cannot be serialized
         * @throws \ValueError when there is no such worker
         * @throws \TypeError when a process of addProcess() is to get something else than a string
         * @tentative-return-type
         */
        public function sendMessage(mixed $message, int $dst_worker_id): bool {}

        /**
         * @phpstan-return __benevolent<array<string, int|float>|false>
         * @return array|false counters of the whole server; false before start()
         * @tentative-return-type
         */
        public function stats(): array|false {}

        /**
         * What is known of a connection: remote_ip, remote_port, server_port, connect_time, ...
         *
         * @param int $reactor_id accepted and not used
         * @param bool $ignoreError also answer for a connection that is closing
         * @return array<string, mixed>|false
         * @tentative-return-type
         */
        public function getClientInfo(int $fd, int $reactor_id = -1, bool $ignoreError = false): array|false {}

        /**
         * @implementation-alias Swoole\Server::getClientInfo
         * @return array<string, mixed>|false
         * @tentative-return-type
         */
        public function connection_info(int $fd, int $reactor_id = -1, bool $ignoreError = false): array|false {}

        /**
         * Connection numbers in ascending order, for walking through all of them page by page.
         *
         * @param int $start_fd the last number of the page before; 0: from the start
         * @param int $find_count 1..100, the length of a page
         * @return list<int>|false false when there are no more
         * @tentative-return-type
         */
        public function getClientList(int $start_fd = 0, int $find_count = 10): array|false {}

        /**
         * @implementation-alias Swoole\Server::getClientList
         * @tentative-return-type
         */
        public function connection_list(int $start_fd = 0, int $find_count = 10): array|false {}

        /**
         * @return bool whether the connection is open
         * @tentative-return-type
         */
        public function exists(int $fd): bool {}

        /**
         * @implementation-alias Swoole\Server::exists
         * @tentative-return-type
         */
        public function exist(int $fd): bool {}

        /**
         * Closes a connection.
         *
         * @param bool $reset true: at once, dropping what is not sent yet; false: after it was sent
         * @tentative-return-type
         */
        public function close(int $fd, bool $reset = false): bool {}

        /**
         * Sends bytes to a connection of the program's own protocol, of this worker or another one. In a coroutine it
         * waits while more than socket_buffer_size is queued, unless send_yield is off.
         *
         * @param int|string $fd a connection, or the path of a unix socket for datagrams
         * @param int $serverSocket for a path: the number of the port's socket; -1: the first that can
         * @return bool false when the connection is gone, too much is queued (SWOOLE_ERROR_OUTPUT_BUFFER_OVERFLOW), the
         *              data is longer than output_buffer_size, or the server speaks the connection's protocol
         * @tentative-return-type
         */
        public function send(int|string $fd, string $send_data, int $serverSocket = -1): bool {}

        /**
         * Sends one datagram through a port of the server. Does not wait.
         *
         * @param string $ip an IPv4 or IPv6 address, or the path of a unix socket
         * @param int $port 0..65535; not used for a path
         * @param int $server_socket the number of the port's socket; -1: the first that can
         * @return bool false when the system does not take it, or no port sends to such addresses
         * @tentative-return-type
         */
        public function sendto(string $ip, int $port, string $send_data, int $server_socket = -1): bool {}

        /**
         * Sends a regular file, or a part of it, to a connection of this worker.
         *
         * @param int $offset 0 or more
         * @param int $length 0: to its end
         * @tentative-return-type
         */
        public function sendfile(int $conn_fd, string $filename, int $offset = 0, int $length = 0): bool {}

        /**
         * Sends, and waits until the system has taken all, for at most send_timeout. The whole worker waits.
         *
         * @tentative-return-type
         */
        public function sendwait(int $conn_fd, string $send_data): bool {}

        /**
         * @return bool nothing is received from the connection any more; false when it is not this worker's
         * @tentative-return-type
         */
        public function pause(int $fd): bool {}

        /**
         * @return bool what pause() or enable_delay_receive held back is received
         * @tentative-return-type
         */
        public function resume(int $fd): bool {}

        /**
         * @return bool the same for enable_delay_receive; false when nothing is held back
         * @tentative-return-type
         */
        public function confirm(int $fd): bool {}

        /**
         * @return bool idle time does not close the connection any more, or again with false
         * @tentative-return-type
         */
        public function protect(int $fd, bool $is_protected = true): bool {}

        /**
         * Gives a connection of this worker a number of the program's own, once: getClientInfo() has it as `uid`.
         *
         * @param int $uid 1..4294967295
         * @return bool false when it has one already
         * @tentative-return-type
         */
        public function bind(int $fd, int $uid): bool {}

        /**
         * Which connections of this worker have sent nothing for heartbeat_idle_time.
         *
         * @param bool $ifCloseConnection close them, too
         * @return list<int>|false false when there is no such time
         * @tentative-return-type
         */
        public function heartbeat(bool $ifCloseConnection = true): array|false {}

        /**
         * The socket of a port, from the start event on, for options of the system: memberships of groups, marks. To
         * read from it, to write to it or to close it changes what the server does or nothing.
         *
         * @param int $port its number; 0: the first one
         * @return \Socket|resource|false a stream where ext/sockets is missing; false before start(), and with a warning when
         *                                there is no such port
         */
        public function getSocket(int $port = 0) {}

        /**
         * @return int|false false outside of a worker
         * @tentative-return-type
         */
        public function getWorkerId(): int|false {}

        /**
         * @param int $worker_id -1: the worker that calls
         * @return int|false false when there is no such worker
         * @tentative-return-type
         */
        public function getWorkerPid(int $worker_id = -1): int|false {}

        /**
         * @param int $worker_id -1: the worker that calls
         * @return int|false a SWOOLE_WORKER_* constant, false when there is no such worker
         * @tentative-return-type
         */
        public function getWorkerStatus(int $worker_id = -1): int|false {}

        /**
         * @return int 0 before start()
         * @tentative-return-type
         */
        public function getManagerPid(): int {}

        /**
         * @return int 0 before start()
         * @tentative-return-type
         */
        public function getMasterPid(): int {}

        /**
         * @return int what swoole_last_error() returns
         * @tentative-return-type
         */
        public function getLastError(): int {}

        /**
         * @implementation-alias Swoole\Timer::tick
         * @return int|false
         */
        public function tick(int $ms, callable $callback, mixed ...$params) {}

        /**
         * @implementation-alias Swoole\Timer::after
         * @return int|false
         */
        public function after(int $ms, callable $callback, mixed ...$params) {}

        /**
         * @implementation-alias Swoole\Timer::clear
         * @return bool
         */
        public function clearTimer(int $timer_id) {}

        /**
         * @implementation-alias Swoole\Event::defer
         * @return bool
         */
        public function defer(callable $callback) {}
    }
}

namespace Swoole\Http {

    /**
     * A Swoole\Server that speaks HTTP: it calls the `request` callback with a Request and a Response for every request.
     *
     * @not-serializable
     */
    class Server extends \Swoole\Server
    {
    }
}
