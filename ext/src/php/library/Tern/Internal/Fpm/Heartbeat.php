<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use function count;
use function max;
use function min;

/**
 * What php-fpm's master does each second for a pool: how many children it has, whether they are enough, and how long the queue of
 * its socket is. One process calls beat(), which neither serves nor ends with the pool's workers.
 */
final class Heartbeat
{
    private const MOST_SPAWNED = 32;

    private bool $hasWarned = false;
    private int $spawned = 1;

    /**
     * @param Closure(string, string): void $log is given a level, as WARNING, and a message
     * @param Closure(): (array{int, int}|null) $queue connections that wait in the listening socket, and how many may; null: not known
     * @param int $minSpare pm.min_spare_servers
     * @param int $maxSpare pm.max_spare_servers
     * @param int $idleTimeout pm.process_idle_timeout, in seconds
     * @param int $mostSpawned pm.max_spawn_rate
     */
    public function __construct(
        private readonly Scoreboard $scoreboard,
        private readonly Closure $log,
        private readonly Closure $queue,
        private readonly int $minSpare = 0,
        private readonly int $maxSpare = 0,
        private readonly int $idleTimeout = 10,
        private readonly int $mostSpawned = self::MOST_SPAWNED,
    ) {
    }

    /** @param array<int, int> $pids of the pool's workers, by number */
    public function beat(array $pids): void
    {
        $this->measureQueue();
        if ($this->scoreboard->manager === Scoreboard::DYNAMIC) {
            $this->keepSpares($pids);
        } elseif ($this->scoreboard->manager === Scoreboard::ONDEMAND) {
            $this->removeIdle();
        }
    }

    private function measureQueue(): void
    {
        $queue = ($this->queue)();
        if ($queue !== null) {
            [$waiting, $length] = $queue;
            $this->scoreboard->queue->set($waiting);
            $this->scoreboard->queueLength->set($length);
            Scoreboard::raise($this->scoreboard->longestQueue, $waiting);
        }
    }

    /** @param array<int, int> $pids */
    private function keepSpares(array $pids): void
    {
        $status = $this->scoreboard->status(false);
        $total = $status->idle + $status->active;
        if ($status->idle > $this->maxSpare) {
            $this->removeOldest();
            $this->spawned = 1;
        } elseif ($status->idle >= $this->minSpare) {
            $this->spawned = 1;
            $this->hasWarned = false;
        } elseif ($total >= $this->scoreboard->most) {
            $this->warn();
            $this->spawned = 1;
        } else {
            $this->spawn($status, $pids);
        }
    }

    /** @param array<int, int> $pids */
    private function spawn(PoolStatus $status, array $pids): void
    {
        $total = $status->idle + $status->active;
        if ($this->spawned >= 8) {
            ($this->log)('WARNING', "[pool {$this->scoreboard->pool}] seems busy (you may need to increase pm.start_servers, or "
                . "pm.min/max_spare_servers), spawning $this->spawned children, there are $status->idle idle, and $total total children");
        }
        $wanted = min($this->spawned, $this->scoreboard->most - $total, max(1, $this->minSpare - $status->idle));
        for ($number = 0; $number < $this->scoreboard->most && $wanted > 0; ++$number) {
            if ($this->scoreboard->children->row($number) === null && $pids !== []) {
                $this->scoreboard->children->add($number, $pids[$number % count($pids)] ?? 0);
                --$wanted;
            }
        }
        $this->spawned = min($this->mostSpawned, $this->spawned * 2);
        $this->hasWarned = false;
    }

    /** Once, until there are enough again. */
    private function warn(): void
    {
        if ($this->hasWarned) {
            return;
        }
        $this->hasWarned = true;
        $this->scoreboard->maxChildrenReached->add(1);
        ($this->log)('WARNING', "[pool {$this->scoreboard->pool}] server reached pm.max_children setting "
            . "({$this->scoreboard->most}), consider raising it");
    }

    /** One a second, as php-fpm. */
    private function removeOldest(): void
    {
        $oldest = null;
        $since = PHP_INT_MAX;
        foreach ($this->idle() as $number => $used) {
            if ($used < $since) {
                [$oldest, $since] = [$number, $used];
            }
        }
        $oldest === null || $this->scoreboard->children->remove($oldest);
    }

    private function removeIdle(): void
    {
        $idle = $this->idle();
        $now = time();
        foreach ($idle as $number => $used) {
            $used + $this->idleTimeout <= $now && $this->scoreboard->children->remove($number);
        }
        if ($idle === [] && $this->scoreboard->children->counts()['active'] >= $this->scoreboard->most && $this->scoreboard->queue->get() > 0) {
            $this->warn();
        } elseif ($idle !== []) {
            $this->hasWarned = false;
        }
    }

    /** @return array<int, int> when each child was used last, by its number */
    private function idle(): array
    {
        $idle = [];
        for ($number = 0; $number < $this->scoreboard->most; ++$number) {
            $row = $this->scoreboard->children->row($number);
            if ($row !== null && $row['stage'] === Stage::Idle->value) {
                $idle[$number] = (int) $row['used'];
            }
        }
        return $idle;
    }
}
