<?php

declare(strict_types=1);

namespace Tern\Internal\ProcessPool;

use Closure;
use Swoole\Coroutine;
use Swoole\Process;
use Tern\Internal\Supervisor;
use function Tern\Internal\remember_error;
use function strlen;
use function Tern\Internal\close_on_exec;

/** Where the messages of a pool come from: clients, a queue, or the pipe of the worker. */
final class Receiver
{
    private const PATIENCE = 5; // seconds for a client to send its whole message, and again to take the answer
    private const LARGEST_DATAGRAM = 1 << 20;
    private const PAUSE = 0.001; // seconds, while the program itself reads

    private Closure $handle;
    /** Since run(). */
    private bool $runs = false;
    /** After stop(). */
    private bool $ends = false;
    private bool $inCoroutines = false;
    /** Bytes of a message. */
    private int|float $most = 0;
    /** @var array<int, string> by coroutine */
    private array $answers = [];

    /** @param resource|null $listener */
    private function __construct(private $listener, private ?Process $queue, private ?Process $process, private ?string $path = null)
    {
    }

    public static function atAddress(string $host, int $port, int $backlog): ?self
    {
        $path = str_starts_with($host, 'unix:') ? '/' . ltrim(substr($host, 5), '/') : null;
        if ($path !== null && @filetype($path) === 'socket') {
            unlink($path);
        }
        $address = $path !== null ? "unix://$path" : (str_contains($host, ':') ? "tcp://[$host]:$port" : "tcp://$host:$port");
        $context = stream_context_create(['socket' => ['backlog' => $backlog]]);
        $listener = close_on_exec(@stream_socket_server($address, $error, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context));
        if ($listener === false) {
            remember_error($error !== 0 ? (int) $error : SWOOLE_ERROR_BAD_HOST_ADDR);
            return null;
        }
        stream_set_blocking($listener, false);
        return new self($listener, null, null, $path);
    }

    /** @param array<int, Process> $processes of the workers, which all get the queue */
    public static function ofQueue(array $processes, int $key): self
    {
        $actual = $key !== 0 ? $key : random_int(1, 0x7fffffff);
        foreach ($processes as $process) {
            $process->useQueue($actual, 2 | Process::IPC_NOWAIT);
        }
        return new self(null, $processes[0], null, $key === 0 ? '' : null);
    }

    public static function ofProcess(Process $process): self
    {
        return new self(null, null, $process);
    }

    /** In the master, when all is over. */
    public function close(): void
    {
        if ($this->queue !== null && $this->path === '') {
            $this->queue->freeQueue();
        } elseif ($this->listener !== null) {
            fclose($this->listener);
            if ($this->path !== null) {
                @unlink($this->path);
            }
        }
    }

    /**
     * Until the worker is to leave.
     *
     * @param array{enable_coroutine: bool, max_package_size: int|float, max_wait_time: int|float} $settings
     */
    public function run(Supervisor $supervisor, array $settings, Closure $handle): void
    {
        [$this->runs, $this->inCoroutines, $this->most] = [true, $settings['enable_coroutine'], $settings['max_package_size']];
        $this->handle = $handle;
        if ($this->listener !== null) {
            $this->accept($supervisor, $this->listener);
        } elseif ($this->queue !== null) {
            $this->pop($supervisor, $this->queue);
        } elseif ($this->process !== null) {
            $this->read($supervisor, $this->process);
        }
    }

    /** In a worker: run() returns after the message that is being handled. */
    public function stop(): void
    {
        $this->ends = true;
    }

    public function answer(string $data): bool
    {
        $id = $this->runs ? Coroutine::getCid() : -2;
        if (!isset($this->answers[$id])) {
            return false;
        }
        $this->answers[$id] .= $data;
        return true;
    }

    /** @param resource $listener */
    private function accept(Supervisor $supervisor, $listener): void
    {
        while (!$this->ends && $supervisor->wait($listener, -1) !== null) {
            $client = close_on_exec(@stream_socket_accept($listener, 0));
            if ($client === false) {
                continue; // another worker was faster
            }
            $this->inCoroutines ? Coroutine::create($this->serve(...), $client) : $this->serve($client);
        }
    }

    /** @param resource $client */
    private function serve($client): void
    {
        stream_set_blocking($client, true);
        $data = $this->receive($client, self::limit());
        if ($data === null) {
            fclose($client);
            return;
        }
        $id = Coroutine::getCid();
        $this->answers[$id] = '';
        try {
            ($this->handle)($data);
        } finally {
            $answer = $this->takeAnswer($id);
        }
        if ($answer !== '') {
            self::send($client, pack('N', strlen($answer)) . $answer, self::limit());
        }
        fclose($client);
    }

    /** @param resource $client */
    private static function send($client, string $data, int $until): void
    {
        stream_set_blocking($client, false);
        while (($sent = @fwrite($client, $data)) !== false && $sent < strlen($data)) {
            $data = substr($data, $sent);
            $left = self::left($until);
            [$none, $writable] = [null, [$client]];
            if ($left === 0 || @stream_select($none, $writable, $none, intdiv($left, 1_000_000), $left % 1_000_000) !== 1) {
                return;
            }
        }
    }

    /** When the time of a client is over, in microseconds. */
    private static function limit(): int
    {
        return intdiv(hrtime(true), 1000) + self::PATIENCE * 1_000_000;
    }

    private static function left(int $until): int
    {
        return max(0, $until - intdiv(hrtime(true), 1000));
    }

    private function takeAnswer(int $id): string
    {
        $answer = $this->answers[$id];
        unset($this->answers[$id]);
        return $answer;
    }

    /** @param resource $client */
    private function receive($client, int $until): ?string
    {
        $head = $this->receiveBytes($client, 4, $until);
        if ($head === null) {
            return null;
        }
        /** @var array{1: int} $numbers */
        $numbers = unpack('N', $head);
        $length = $numbers[1];
        if ($length > $this->most) {
            trigger_error("a client of the pool sends $length bytes: more than max_package_size", E_USER_WARNING);
            return null;
        }
        return $length === 0 ? '' : $this->receiveBytes($client, $length, $until);
    }

    /** @param resource $client */
    private function receiveBytes($client, int $length, int $until): ?string
    {
        $data = '';
        while (strlen($data) < $length) {
            $left = self::left($until);
            if ($left === 0) {
                return null;
            }
            stream_set_timeout($client, intdiv($left, 1_000_000), $left % 1_000_000);
            $piece = fread($client, max(1, $length - strlen($data)));
            if ($piece === false || $piece === '') {
                return null;
            }
            $data .= $piece;
        }
        return $data;
    }

    private function pop(Supervisor $supervisor, Process $queue): void
    {
        $pause = 0.001;
        while (!$this->ends && !$supervisor->isLeaving()) {
            $data = $queue->pop();
            if ($data !== false) {
                $pause = 0.001;
                $this->tell($data);
            } elseif ($supervisor->wait(null, $pause) === null) {
                return;
            } else {
                $pause = min(0.01, $pause * 2);
            }
        }
    }

    private function read(Supervisor $supervisor, Process $process): void
    {
        while (!$this->ends && ($ready = $supervisor->wait($process->pipe, -1)) !== null) {
            if (!$ready) {
                $supervisor->wait(null, self::PAUSE);
                continue;
            }
            $process->setBlocking(false);
            $data = $process->read(self::LARGEST_DATAGRAM);
            if ($data !== false) {
                $this->tell($data);
            }
        }
    }

    private function tell(string $data): void
    {
        $this->inCoroutines ? Coroutine::create($this->handle, $data) : ($this->handle)($data);
    }
}
