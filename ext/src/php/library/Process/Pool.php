<?php

declare(strict_types=1);

namespace Swoole\Process;

use Closure;
use LogicException;
use Swoole\Coroutine;
use Swoole\Exception;
use Swoole\Process;
use Tern\Internal\ProcessPool\Receiver;
use Tern\Internal\Supervisor;
use ValueError;
use function Tern\Internal\note_option;
use function in_array;

/**
 * Worker processes and the master that keeps them running: who calls start(). A worker that ends is replaced, with a
 * pause when it fails again and again. The master takes signals: SIGTERM and SIGINT end the pool, SIGUSR1 replaces the
 * workers one by one. A worker that is to leave gets a SIGTERM, and is killed when max_wait_time is over.
 */
class Pool
{
    private const EVENTS = ['start', 'shutdown', 'workerstart', 'workerstop', 'workerexit', 'message'];

    /** @var int -1 before start() */
    public $master_pid = -1;
    /** @var int -1 in the master */
    public $workerPid = -1;
    /** @var int -1 in the master */
    public $workerId = -1;
    /** @var bool whether this worker continues, as far as it was told: without coroutines, that is by stop() */
    public $workerRunning = true;
    /** @var bool the same; in the master, whether the pool continues */
    public $running = true;
    /** @var array<int, Process>|null the Process objects that getProcess() gave */
    public $workers;

    /** @var array<string, Closure> by the name of the event, in lower case */
    private array $callbacks = [];
    /** @var array{enable_coroutine: bool, max_package_size: int|float, max_wait_time: int|float} */
    private array $settings = ['enable_coroutine' => false, 'max_package_size' => 2097152, 'max_wait_time' => 3];
    private ?Supervisor $supervisor = null;
    private ?Receiver $receiver = null;
    /** @var array<int, Process> by the number of the worker */
    private array $processes = [];

    /**
     * @param int $worker_num 1 to 4096
     * @param int $ipc_type where the message event comes from: SWOOLE_IPC_NONE: nowhere; SWOOLE_IPC_UNIXSOCK: sendMessage()
     *  and getProcess()->write(); SWOOLE_IPC_MSGQUEUE: a queue of System V; SWOOLE_IPC_SOCKET: clients, see listen()
     * @param int $msgqueue_key of the queue; 0: a new one, which ends with the pool
     * @param bool $enable_coroutine callbacks run in coroutines
     */
    public function __construct(
        private int $worker_num,
        private int $ipc_type = SWOOLE_IPC_NONE,
        private int $msgqueue_key = 0,
        bool $enable_coroutine = false,
    ) {
        if ($worker_num < 1 || $worker_num > 4096) {
            throw new ValueError("worker_num must be between 1 and 4096, $worker_num given");
        }
        if ($ipc_type < SWOOLE_IPC_NONE || $ipc_type > SWOOLE_IPC_SOCKET) {
            throw new ValueError("ipc_type must be one of the SWOOLE_IPC_ constants, $ipc_type given");
        }
        $this->settings['enable_coroutine'] = $enable_coroutine;
    }

    /**
     * @param array<string, mixed> $settings enable_coroutine (bool, false), max_package_size (bytes of a message of a client, 2 MB),
     *  max_wait_time (seconds that a worker has to leave, 3); other options of the API are accepted without effect
     */
    public function set(array $settings): void
    {
        foreach (array_filter($settings, is_string(...), ARRAY_FILTER_USE_KEY) as $name => $value) {
            if (!in_array($name, ['enable_coroutine', 'max_package_size', 'max_wait_time'], true)) {
                note_option($name);
            } elseif ($name === 'enable_coroutine') {
                $this->settings[$name] = (bool) $value;
            } elseif (!is_numeric($value) || is_nan((float) $value) || ($name === 'max_wait_time' && !($value > 0 && $value <= 1 << 30))) {
                throw new ValueError("$name must be a number above 0, " . get_debug_type($value) . ' given');
            } else {
                $this->settings[$name] = $name === 'max_package_size' ? (int) max(1, min($value + 0, 1 << 30)) : $value + 0;
            }
        }
    }

    /**
     * @param string $name start, shutdown: fn (Pool), in the master; workerStart, workerStop, workerExit: fn (Pool, int
     *  $workerId); message: fn (Pool, string $data). workerExit comes when a worker that runs coroutines is to leave, and every 100 ms
     *  while coroutines of before wait. shutdown comes before the workers leave.
     * @return bool false with a warning when the event is unknown
     */
    public function on(string $name, callable $callback): bool
    {
        if (!in_array(strtolower($name), self::EVENTS, true)) {
            trigger_error("Swoole\\Process\\Pool::on(): unknown event $name", E_USER_WARNING);
            return false;
        }
        $this->callbacks[strtolower($name)] = Closure::fromCallable($callback);
        return true;
    }

    /**
     * Where clients of SWOOLE_IPC_SOCKET connect. A client sends the length of its message (4 bytes, the highest first)
     * and the message; what write() was given comes back in the same form, and the connection ends.
     *
     * @param string $host an address, or unix:/path
     * @return bool false: swoole_last_error() says why; with a warning for other kinds of pools
     */
    public function listen(string $host, int $port = 0, int $backlog = 2048): bool
    {
        if ($this->ipc_type !== SWOOLE_IPC_SOCKET) {
            trigger_error('Swoole\\Process\\Pool::listen(): only pools of SWOOLE_IPC_SOCKET listen', E_USER_WARNING);
            return false;
        }
        if ($port < 0 || $port > 65535) {
            throw new ValueError("Swoole\\Process\\Pool::listen(): Argument #2 (\$port) must be between 0 and 65535, $port given");
        }
        $receiver = Receiver::atAddress($host, $port, $backlog);
        $this->receiver = $receiver ?? $this->receiver;
        return $receiver !== null;
    }

    /**
     * Supervises the workers until the pool is shut down.
     *
     * @return false|null false when it could not start
     * @throws Exception when a callback or an address is missing
     */
    public function start(): false|null
    {
        $this->check();
        $this->prepare();
        $this->master_pid = (int) getmypid();
        $this->supervisor = new Supervisor(
            $this->worker_num,
            $this->settings['enable_coroutine'],
            (float) $this->settings['max_wait_time'],
            $this->work(...),
            function (int $id): void {
                $this->workerRunning = $this->running = false;
                $this->call('workerstop', $id);
            },
            function (int $id): void {
                $this->workerRunning = $this->running = false;
                $this->call('workerexit', $id);
            },
            function (string $name): void {
                $this->running = $name !== 'shutdown';
                $this->call($name);
            },
        );
        $done = $this->supervisor->run();
        $this->supervisor = null;
        $this->receiver?->close();
        return $done ? null : false;
    }

    /** In a worker: it ends when its callback returns or its coroutines end, and is replaced. */
    public function stop(): void
    {
        if ($this->workerId >= 0) {
            $this->workerRunning = $this->running = false;
            $this->supervisor?->leave();
        }
    }

    /**
     * Ends the pool, as SIGTERM does.
     *
     * @return bool false when it does not run
     */
    public function shutdown(): bool
    {
        return $this->supervisor?->shutdown() ?? false;
    }

    /**
     * In a worker: another one takes its place, and this one continues without the pool, until its code ends. It gets no more
     * messages.
     *
     * @return bool
     */
    public function detach(): bool
    {
        $done = $this->supervisor?->detach() ?? false;
        if ($done) {
            $this->receiver?->stop();
        }
        return $done;
    }

    /**
     * The process of a worker. Its read() and write() need SWOOLE_IPC_UNIXSOCK: to another worker they write what that
     * one reads.
     *
     * @param int $work_id -1: this one
     * @return Process|false
     */
    public function getProcess(int $work_id = -1): Process|false
    {
        $id = $work_id < 0 ? $this->workerId : $work_id;
        if ($this->supervisor === null || !isset($this->processes[$id])) {
            return false;
        }
        $process = $this->processes[$id];
        $process->pid = $this->supervisor->workerPid($id) ?: null;
        return $this->workers[$id] = $process;
    }

    /**
     * To a worker's message event, or its read(). Waits when it has many already.
     *
     * @return bool false with a warning unless the pool is of SWOOLE_IPC_UNIXSOCK
     */
    public function sendMessage(string $data, int $dst_worker_id): bool
    {
        if ($this->ipc_type !== SWOOLE_IPC_UNIXSOCK || !isset($this->processes[$dst_worker_id])) {
            trigger_error('Swoole\\Process\\Pool::sendMessage(): there is no such worker, or no SWOOLE_IPC_UNIXSOCK', E_USER_WARNING);
            return false;
        }
        return $this->processes[$dst_worker_id]->write($data) !== false;
    }

    /**
     * In the message event of a client: adds to the answer.
     *
     * @return bool false when there is no client
     */
    public function write(string $data): bool
    {
        return $this->receiver?->answer($data) ?? false;
    }

    private function check(): void
    {
        if (!isset($this->callbacks['workerstart']) && !isset($this->callbacks['message'])) {
            throw new Exception('a pool needs a callback for workerStart or message');
        }
        if ($this->ipc_type === SWOOLE_IPC_NONE && !isset($this->callbacks['workerstart'])) {
            throw new Exception('a pool without IPC needs a callback for workerStart');
        }
        if ($this->ipc_type === SWOOLE_IPC_SOCKET && $this->receiver === null) {
            throw new Exception('a pool of SWOOLE_IPC_SOCKET needs listen()');
        }
    }

    private function prepare(): void
    {
        $type = $this->ipc_type === SWOOLE_IPC_UNIXSOCK ? SOCK_DGRAM : 0;
        for ($id = 0; $id < $this->worker_num; $id++) {
            $this->processes[$id] = new Process(static fn() => null, false, $type);
            $this->processes[$id]->id = $id;
        }
        if ($this->ipc_type === SWOOLE_IPC_MSGQUEUE) {
            $this->receiver = Receiver::ofQueue($this->processes, $this->msgqueue_key);
        }
    }

    private function work(int $id): void
    {
        $supervisor = $this->supervisor ?? throw new LogicException('only a pool that runs has workers');
        $this->workerId = $id;
        $this->workerPid = (int) getmypid();
        $this->workerRunning = true;
        foreach ($this->processes as $number => $process) {
            $supervisor->adopt($process, $number === $id);
        }
        $receives = isset($this->callbacks['message']) && $this->ipc_type !== SWOOLE_IPC_NONE;
        if (!$receives && !$this->settings['enable_coroutine']) {
            $supervisor->letSignalEnd();
        }
        // Makes a loop of coroutines hear the master.
        $supervisor->wait(null, 0.001);
        if (!$receives) {
            if ($supervisor->isLeaving()) {
                return;
            }
            $this->call('workerstart', $id);
            return;
        }
        if ($this->settings['enable_coroutine']) {
            Coroutine::create(fn() => $this->call('workerstart', $id));
        } else {
            $this->call('workerstart', $id);
        }
        $this->receiver ??= Receiver::ofProcess($this->processes[$id]);
        $this->receiver->run($supervisor, $this->settings, $this->handle(...));
    }

    private function handle(string $data): void
    {
        ($this->callbacks['message'])($this, $data);
    }

    private function call(string $name, int ...$arguments): void
    {
        if (isset($this->callbacks[$name])) {
            ($this->callbacks[$name])($this, ...$arguments);
        }
    }
}
