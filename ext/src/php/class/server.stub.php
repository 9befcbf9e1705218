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
        /** @var array What set() was given, later values over earlier ones; start() adds the defaults that were used. */
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
        /** @var int SWOOLE_BASE or SWOOLE_PROCESS, as given; both are served by the same model. */
        public $mode = 0;
        /** @var array|null The Server\Port objects in the order of listen(); the first belongs to the constructor. */
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
         * @param int $mode SWOOLE_BASE or SWOOLE_PROCESS
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
         * @return bool false when the server runs already
         * @throws \TypeError|\ValueError when a value has a wrong type or is out of range; options before it stay set
         */
        public function set(array $settings) {}

        /**
         * Registers the callback of one event; a second one replaces the first.
         *
         * @param string $event_name in any case: start, workerStart, request, ...
         * @return bool false with a warning for an unknown event or when the server runs already
         */
        public function on(string $event_name, callable $callback) {}

        /** @return \Closure|string|array|null the callback as it was given to on(), null when there is none */
        public function getCallback(string $event_name) {}

        /**
         * Adds a port.
         *
         * @param int $port 0..65535
         * @param int $sock_type a SWOOLE_SOCK_* constant
         * @return Server\Port|false false when the server runs already
         * @throws \ValueError when an argument is out of range
         */
        public function listen(string $host, int $port, int $sock_type) {}

        /**
         * @implementation-alias Swoole\Server::listen
         * @return Server\Port|false
         */
        public function addlistener(string $host, int $port, int $sock_type) {}

        /**
         * Opens the ports, starts the workers and serves until shutdown. Returns after the last worker ended.
         *
         * @return bool false when the server could not start; the reason is in swoole_last_error() and a warning
         */
        public function start() {}

        /**
         * Ends one worker after its running requests; the master starts a new one.
         *
         * @param int $workerId -1: the worker that calls
         * @param bool $waitEvent kept for programs that pass it: running requests are always waited for
         * @return bool
         */
        public function stop(int $workerId = -1, bool $waitEvent = false) {}

        /**
         * Replaces all workers without losing a request. Returns at once.
         *
         * @param bool $only_reload_taskworker replace the task workers only
         * @return bool
         */
        public function reload(bool $only_reload_taskworker = false) {}

        /**
         * Ends the server after its running requests, or after max_wait_time. Returns at once.
         *
         * @return bool
         */
        public function shutdown() {}

        /** @return array|false counters of the whole server */
        public function stats() {}

        /**
         * What is known of a connection: remote_ip, remote_port, server_port, connect_time, ...
         *
         * @param int $reactor_id accepted and not used
         * @param bool $ignoreError also answer for a connection that is closing
         * @return array|false
         */
        public function getClientInfo(int $fd, int $reactor_id = -1, bool $ignoreError = false) {}

        /**
         * @implementation-alias Swoole\Server::getClientInfo
         * @return array|false
         */
        public function connection_info(int $fd, int $reactor_id = -1, bool $ignoreError = false) {}

        /**
         * Connection numbers in ascending order, for walking through all of them page by page.
         *
         * @param int $start_fd the last number of the page before; 0: from the start
         * @param int $find_count 1..100, the length of a page
         * @return array|false false when there are no more
         */
        public function getClientList(int $start_fd = 0, int $find_count = 10) {}

        /**
         * @implementation-alias Swoole\Server::getClientList
         * @return array|false
         */
        public function connection_list(int $start_fd = 0, int $find_count = 10) {}

        /** @return bool whether the connection is open */
        public function exists(int $fd) {}

        /**
         * @implementation-alias Swoole\Server::exists
         * @return bool
         */
        public function exist(int $fd) {}

        /**
         * Closes a connection.
         *
         * @param bool $reset true: at once, dropping what is not sent yet; false: after it was sent
         * @return bool
         */
        public function close(int $fd, bool $reset = false) {}

        /** @return int|false false outside of a worker */
        public function getWorkerId() {}

        /**
         * @param int $worker_id -1: the worker that calls
         * @return int|false false when there is no such worker
         */
        public function getWorkerPid(int $worker_id = -1) {}

        /**
         * @param int $worker_id -1: the worker that calls
         * @return int|false a SWOOLE_WORKER_* constant, false when there is no such worker
         */
        public function getWorkerStatus(int $worker_id = -1) {}

        /** @return int 0 before start() */
        public function getManagerPid() {}

        /** @return int 0 before start() */
        public function getMasterPid() {}

        /** @return int what swoole_last_error() returns */
        public function getLastError() {}

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
