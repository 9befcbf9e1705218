<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Closure;
use Tern\Internal\Fpm\Heartbeat;
use Tern\Internal\Fpm\Overdue;
use Tern\Internal\Fpm\Scoreboard;
use Tern\Internal\Unix;
use function is_int;

/** What the master sees of a pool's requests, in memory that it shares with the pool. */
final class PoolMonitor
{
    public readonly Scoreboard $scoreboard;
    private readonly Heartbeat $heartbeat;
    private readonly Overdue $overdue;

    /**
     * @param int $socket where the pool listens
     * @param Closure(int): void $end is given the pid of a worker that has to end
     */
    public function __construct(PoolConfig $pool, int $socket, Log $log, Closure $end)
    {
        $this->scoreboard = new Scoreboard($pool->name, $pool->text('pm'), $pool->number('pm.max_children'), $pool->number('pm.start_servers'));
        $write = static fn(string $level, string $message) => $log->write(Level::of($level) ?? Level::Notice, $message);
        $this->heartbeat = new Heartbeat(
            $this->scoreboard,
            $write,
            static fn(): ?array => $pool->isIp() ? self::queue($socket) : null,
            $pool->number('pm.min_spare_servers'),
            $pool->number('pm.max_spare_servers'),
            $pool->number('pm.process_idle_timeout'),
            $pool->number('pm.max_spawn_rate'),
        );
        $this->overdue = new Overdue(
            $this->scoreboard,
            $pool->text('slowlog'),
            $pool->number('request_terminate_timeout'),
            $write,
            $end,
            $pool->is('request_terminate_timeout_track_finished'),
        );
    }

    /** @return array{int, int}|null */
    private static function queue(int $socket): ?array
    {
        [$waiting, $length] = Unix\listening_queue($socket) ?? [null, null];
        return is_int($waiting) && is_int($length) ? [$waiting, $length] : null;
    }

    /**
     * Each second.
     *
     * @param array<int, int> $pids of its workers, by number
     */
    public function beat(array $pids): void
    {
        $this->heartbeat->beat($pids);
        $this->overdue->beat();
    }

    /** A request that has taken too long has ended. */
    public function note(Report $report): void
    {
        $this->overdue->note($report->worker, $report->pid, $report->code, $report->signal, $report->text);
    }

    /** The stack of a slow request, as a worker has sent it. */
    public function trace(string $message): void
    {
        $this->overdue->trace($message);
    }
}
