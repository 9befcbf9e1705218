<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;
use function in_array;

/** A pool in the master: the server that it has now, and those that are about to end. */
final class Pool
{
    /** A server that ends so soon has failed to start. */
    private const SHORT_S = 1.0;
    private const FIRST_PAUSE_MS = 100;
    private const LONGEST_PAUSE_MS = 5000;

    public ?PoolProcess $current = null;
    /** It starts as soon as the master is outside of coroutines. */
    public bool $isWanted = false;
    /** Its server is replaced when the new one serves. */
    private ?PoolProcess $former = null;
    private bool $isWatched = false;
    private bool $isWaiting = false;
    private bool $hasFailed = false;
    private int $pauseMs = 0;

    public readonly PoolMonitor $monitor;

    /** @param int $socket where it listens */
    public function __construct(public readonly PoolConfig $config, private readonly int $socket, private readonly int $statusSocket, Log $log)
    {
        $this->monitor = new PoolMonitor($config, $socket, $log, $this->endWorker(...));
    }

    /** Each second. */
    public function beat(): void
    {
        $this->monitor->beat($this->current->pids ?? []);
    }

    /** Its number is from memory that the pool can write: another process does not end. */
    private function endWorker(int $pid): void
    {
        $servers = array_map(static fn(?PoolProcess $one): int => $one->pid ?? 0, [$this->current, $this->former]);
        if ($pid > 1 && in_array(self::groupOf($pid), $servers, true)) {
            @Process::kill($pid, SIGKILL);
        }
    }

    /** The process group, which the server of a pool leads; -1: there is no such process. */
    private static function groupOf(int $pid): int
    {
        $behindName = strrchr((string) @file_get_contents("/proc/$pid/stat"), ')');
        return $behindName === false ? -1 : (int) (explode(' ', $behindName)[3] ?? -1);
    }

    public function isOnDemand(): bool
    {
        return $this->config->text('pm') === 'ondemand';
    }

    /** Starts its server now, or with the first connection. */
    public function begin(): void
    {
        if ($this->isOnDemand()) {
            $this->watch();
        } else {
            $this->isWanted = true;
        }
    }

    /** A connection that waits starts the server, which accepts it. */
    private function watch(): void
    {
        if ($this->isWatched) {
            return;
        }
        $this->isWatched = true;
        foreach ($this->sockets() as $socket) {
            Event::add($socket, function (): void {
                $this->leaveSockets();
                $this->isWanted = true;
            });
        }
    }

    /** The master does not look at connections any more. */
    public function leaveSockets(): void
    {
        if ($this->isWatched) {
            $this->isWatched = false;
            array_map(Event::del(...), $this->sockets());
        }
    }

    /** @return list<int> */
    private function sockets(): array
    {
        return $this->statusSocket < 0 ? [$this->socket] : [$this->socket, $this->statusSocket];
    }

    public function has(PoolProcess $process): bool
    {
        return $process === $this->current;
    }

    public function take(PoolProcess $process): void
    {
        $this->isWanted = false;
        $this->current = $process;
        $process->isReplacement = $this->hasFailed;
        $this->hasFailed = false;
    }

    /** A new server takes its place, with the logs that are open now. */
    public function replace(): void
    {
        if ($this->current !== null && $this->former === null) {
            $this->former = $this->current;
            $this->isWanted = true;
        }
    }

    /** @return PoolProcess|null the server that may end now */
    public function onReady(): ?PoolProcess
    {
        $this->pauseMs = 0;
        $former = $this->former;
        $this->former = null;
        return $former;
    }

    /**
     * Its server has ended.
     *
     * @param bool $starts another one takes its place
     */
    public function onEnd(PoolProcess $process, bool $starts): void
    {
        if ($process === $this->former) {
            $this->former = null;
        }
        if ($process !== $this->current) {
            return;
        }
        $this->current = null;
        if (!$starts) {
            return;
        }
        if ($process->isLeaving && $this->isOnDemand()) {
            $this->watch();
            return;
        }
        $this->hasFailed = !$process->isLeaving;
        $isShort = microtime(true) - $process->started < self::SHORT_S && !$process->isReady;
        $this->startLater($isShort ? min(self::LONGEST_PAUSE_MS, max(self::FIRST_PAUSE_MS, 2 * $this->pauseMs)) : 0);
    }

    private function startLater(int $ms): void
    {
        $this->pauseMs = $ms;
        if ($ms === 0) {
            $this->isWanted = true;
        } elseif (!$this->isWaiting) {
            $this->isWaiting = true;
            Timer::after($ms, function (): void {
                $this->isWaiting = false;
                $this->isWanted = true;
            });
        }
    }
}
