<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Swoole\Atomic\Long;

/** What the children of a pool do, and its counts, in memory that all its processes share: made before they are forked. */
final class Scoreboard
{
    public const STATIC = 'static';
    public const DYNAMIC = 'dynamic';
    public const ONDEMAND = 'ondemand';

    public readonly int $startedAt;
    public readonly Children $children;
    /** Counts of the whole pool. */
    public readonly Long $maxChildrenReached;
    public readonly Long $slow;
    public readonly Long $queue;
    public readonly Long $longestQueue;
    public readonly Long $queueLength;

    /** The one that this process is attached to. */
    private static ?self $own = null;

    /**
     * @param string $pool its name
     * @param string $manager STATIC, DYNAMIC or ONDEMAND
     * @param int $most pm.max_children
     * @param int $first children at the start: pm.start_servers. A static pool has all of them, a pool on demand none
     */
    public function __construct(public readonly string $pool, public readonly string $manager, public readonly int $most, int $first = 0)
    {
        $this->children = new Children(max(1, $most));
        $this->startedAt = time();
        $this->maxChildrenReached = new Long();
        $this->slow = new Long();
        $this->queue = new Long();
        $this->longestQueue = new Long();
        $this->queueLength = new Long();
        $first = match ($manager) {
            self::STATIC => $most,
            self::DYNAMIC => $first,
            default => 0,
        };
        for ($number = 0; $number < $first; ++$number) {
            $this->children->add($number, 0);
        }
    }

    /**
     * Call it once in each worker of the pool, when it starts.
     *
     * @param int $worker its number, from 0
     * @param int $workers how many there are
     */
    public function attach(int $worker, int $workers): void
    {
        self::$own = $this;
        $this->children->attach($worker, $workers);
    }

    /**
     * For fpm_get_status().
     *
     * @return array<string, mixed>|false false: this process is not of a pool
     */
    public static function ownStatus(): array|false
    {
        return self::$own?->status(true)->toArray() ?? false;
    }

    /** In a process of another pool, which cannot use it any more. */
    public function leave(): void
    {
        $this->children->leave();
    }

    /** @param bool $withChildren each of them, too */
    public function status(bool $withChildren): PoolStatus
    {
        $children = [];
        $active = 0;
        $count = 0;
        for ($number = 0; $number < $this->most; ++$number) {
            $row = $this->children->row($number);
            if ($row === null) {
                continue;
            }
            ++$count;
            $active += $row['stage'] > Stage::Idle->value ? 1 : 0;
            $withChildren && $children[] = Child::of($number, $row);
        }
        $counts = $this->children->counts();
        return new PoolStatus(
            $this->pool,
            $this->manager,
            $this->startedAt,
            time(),
            $counts['accepted'],
            $this->queue->get(),
            $this->longestQueue->get(),
            $this->queueLength->get(),
            $count - $active,
            $active,
            $counts['mostActive'],
            $this->maxChildrenReached->get(),
            $this->slow->get(),
            $counts['memoryPeak'],
            $children,
        );
    }

    /** Raises a number to a value, if it is less. */
    public static function raise(Long $number, int $value): void
    {
        do {
            $before = $number->get();
        } while ($before < $value && !$number->cmpset($before, $value));
    }
}
