<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Closure;
use RuntimeException;
use Swoole\Event;
use Swoole\Process;
use function count;
use function Tern\Internal\close_on_exec;

/** One run of the server's process, and what it tells as sd_notify(3) has it. */
final class ServerRun
{
    /** True after SIGTERM was sent, or after STOPPING=1. */
    public bool $stopping = false;
    /** @var int|null the exit status, once it has ended; 128 and the signal's number where a signal ended it */
    public ?int $status = null;
    public readonly int $pid;
    /** Of all runs, whose places have names of their own. */
    private static int $count = 0;
    /** @var resource */
    private $process;
    /** @var resource */
    private $notifySocket;
    private readonly string $place;

    /**
     * @param list<string> $command
     * @param list<resource> $sockets
     * @param string $state a folder
     * @param Closure(self): void $onReady when it serves, and after each reload
     * @param Closure(self): void $onFailure when a worker could not start
     */
    public function __construct(
        array $command,
        array $sockets,
        string $state,
        private readonly Closure $onReady,
        private readonly Closure $onFailure,
    ) {
        $this->place = "$state/notify-" . ++self::$count;
        $this->notifySocket = close_on_exec(stream_socket_server("udg://$this->place", $code, $text, STREAM_SERVER_BIND))
            ?: throw new RuntimeException("$this->place: $text");
        stream_set_blocking($this->notifySocket, false);
        $environment = ['NOTIFY_SOCKET' => $this->place] + ($sockets === [] ? [] : ['LISTEN_FDS' => (string) count($sockets)]);
        // Descriptors 0 to 2 are not named: to give streams away moves the place in a file where the next write goes.
        $given = $sockets === [] ? [] : array_combine(range(3, 2 + count($sockets)), $sockets);
        $this->process = proc_open($command, $given, $pipes, null, $environment + getenv())
            ?: throw new RuntimeException("cannot run $command[0]");
        $this->pid = proc_get_status($this->process)['pid'];
        Event::add($this->notifySocket, $this->onNotify(...));
    }

    public function signal(int $number): void
    {
        if ($this->status === null) {
            @Process::kill($this->pid, $number);
            $this->stopping = $this->stopping || $number === SIGTERM;
        }
    }

    /** True once it has ended. */
    public function hasEnded(): bool
    {
        if ($this->status !== null) {
            return true;
        }
        $now = proc_get_status($this->process);
        if ($now['running']) {
            return false;
        }
        $this->status = $now['signaled'] ? 128 + $now['termsig'] : $now['exitcode'];
        Event::del($this->notifySocket);
        fclose($this->notifySocket);
        unlink($this->place);
        return true;
    }

    /** @return list<int> its workers */
    public function workers(): array
    {
        $list = trim((string) @file_get_contents("/proc/$this->pid/task/$this->pid/children"));
        return $list === '' ? [] : array_map(intval(...), explode(' ', $list));
    }

    private function onNotify(): void
    {
        while (($text = @fread($this->notifySocket, 4096)) !== false && $text !== '') {
            if (str_starts_with($text, 'STOPPING=1')) {
                $this->stopping = true;
            } elseif (str_starts_with($text, 'X_TERN_START_FAILED=1')) {
                ($this->onFailure)($this);
            } elseif (str_starts_with($text, 'READY=1')) {
                ($this->onReady)($this);
            }
        }
    }
}
