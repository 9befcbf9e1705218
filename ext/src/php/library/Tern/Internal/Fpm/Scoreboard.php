<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use RuntimeException;
use Swoole\Atomic\Long;
use Swoole\Coroutine;
use Swoole\Table;
use function array_pop;
use function count;
use function is_array;
use function max;
use function Tern\Internal\note_child;
use function Tern\Internal\note_idle_child;

/**
 * What the children of a pool do, in memory that all its processes share: made before they are forked. A child is a place for one
 * request at a time. A worker has every Nth of them, so it takes one without a lock. A worker may be killed at any time:
 * the one that follows corrects what it left.
 */
final class Scoreboard
{
    public const STATIC = 'static';
    public const DYNAMIC = 'dynamic';
    public const ONDEMAND = 'ondemand';

    /** note_child() knows the order of the columns. */
    private const COLUMNS = [
        'pid' => Table::TYPE_INT, 'started' => Table::TYPE_INT, 'requests' => Table::TYPE_INT, 'stage' => Table::TYPE_INT,
        'accepted' => Table::TYPE_INT, 'used' => Table::TYPE_INT, 'duration' => Table::TYPE_INT, 'memory' => Table::TYPE_INT,
        'length' => Table::TYPE_INT, 'coroutine' => Table::TYPE_INT, 'cpu' => Table::TYPE_FLOAT,
    ];
    /** As long as those of php-fpm. */
    private const TEXTS = ['method' => 15, 'uri' => 127, 'query' => 511, 'script' => 255, 'user' => 31];

    public readonly int $startedAt;
    /** Counts of the whole pool. */
    public readonly Long $accepted;
    public readonly Long $active;
    public readonly Long $mostActive;
    public readonly Long $maxChildrenReached;
    public readonly Long $slow;
    public readonly Long $memoryPeak;
    public readonly Long $queue;
    public readonly Long $longestQueue;
    public readonly Long $queueLength;

    /** The one that this process is attached to. */
    private static ?self $own = null;

    private Table $rows;
    /** @var list<int> numbers of this worker's children that are free, the one to take next at the end */
    private array $free = [];
    private int $pid = 0;

    /**
     * @param string $pool its name
     * @param string $manager STATIC, DYNAMIC or ONDEMAND
     * @param int $most pm.max_children
     * @param int $first children at the start: pm.start_servers. A static pool has all of them, a pool on demand none
     */
    public function __construct(public readonly string $pool, public readonly string $manager, public readonly int $most, int $first = 0)
    {
        $this->rows = self::table($most);
        $this->startedAt = time();
        $this->accepted = new Long();
        $this->active = new Long();
        $this->mostActive = new Long();
        $this->maxChildrenReached = new Long();
        $this->slow = new Long();
        $this->memoryPeak = new Long();
        $this->queue = new Long();
        $this->longestQueue = new Long();
        $this->queueLength = new Long();
        $first = match ($manager) {
            self::STATIC => $most,
            self::DYNAMIC => $first,
            default => 0,
        };
        for ($number = 0; $number < $first; ++$number) {
            $this->add($number, 0);
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
        $this->pid = (int) getmypid();
        $this->free = [];
        for ($number = $this->most - 1; $number >= 0; --$number) {
            if ($number % $workers !== $worker) {
                continue;
            }
            $this->free[] = $number;
            if ($this->has($number)) {
                $this->isActive($number) && $this->active->sub(1);
                $this->add($number, $this->pid);
            }
        }
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

    /** The page of this coroutine has sent its response, and continues: its time has no limit. */
    public static function noteSent(): void
    {
        $self = self::$own;
        for ($number = 0; $self !== null && $number < $self->most; ++$number) {
            $row = $self->row($number);
            if ($row !== null && $row['pid'] === $self->pid && $row['coroutine'] === Coroutine::getCid() && $row['stage'] === Stage::Running->value) {
                $self->rows->set((string) $number, ['stage' => Stage::Finishing->value]);
            }
        }
    }

    /** In a process of another pool, which cannot use it any more. */
    public function leave(): void
    {
        unset($this->rows);  // the pool itself continues to use it
    }

    /**
     * A request has come. Every Activity ends with end().
     *
     * @param array<array-key, mixed> $variables the page's $_SERVER
     * @param string $client the address of the web server; '': a unix socket
     */
    public function begin(array $variables, string $client = ''): Activity
    {
        $this->accepted->add(1);
        self::raise($this->mostActive, $this->active->add(1));
        $user = isset($variables['HTTP_AUTHORIZATION']) ? Activity::userIn($variables) : '';
        $slot = array_pop($this->free);
        $acceptedNs = $slot === null ? (int) hrtime(true) : note_child($this->rows, $slot, Stage::Running->value, $variables, $user);
        if ($slot !== null && $acceptedNs === 0) {
            $slot = $this->another($slot);
            $acceptedNs = note_child($this->rows, $slot, Stage::Running->value, $variables, $user);
        }
        return new Activity($this, $slot, $acceptedNs, $variables, $client);
    }

    /** Activities call it. */
    public function end(Activity $activity): void
    {
        $this->active->sub(1);
        self::raise($this->memoryPeak, $activity->memory);
        if ($activity->slot !== null) {
            $durationUs = $activity->isFinished ? $activity->durationUs : -1;
            note_idle_child($this->rows, $activity->slot, Stage::Idle->value, $durationUs, $activity->computed * 100, $activity->memory);
            $this->free[] = $activity->slot;
        }
    }

    /** @param bool $withChildren each of them, too */
    public function status(bool $withChildren): PoolStatus
    {
        $children = [];
        $active = 0;
        $count = 0;
        for ($number = 0; $number < $this->most; ++$number) {
            $row = $this->row($number);
            if ($row === null) {
                continue;
            }
            ++$count;
            $active += $row['stage'] > Stage::Idle->value ? 1 : 0;
            $withChildren && $children[] = Child::of($number, $row);
        }
        return new PoolStatus(
            $this->pool,
            $this->manager,
            $this->startedAt,
            time(),
            $this->accepted->get(),
            $this->queue->get(),
            $this->longestQueue->get(),
            $this->queueLength->get(),
            $count - $active,
            $active,
            $this->mostActive->get(),
            $this->maxChildrenReached->get(),
            $this->slow->get(),
            $this->memoryPeak->get(),
            $children,
        );
    }

    /** @return array<string, int|float|string>|null null: there is no such child at present */
    public function row(int $number): ?array
    {
        $row = $this->rows->get((string) $number);
        return is_array($row) ? $row : null;
    }

    /** A child that waits for its first request. */
    public function add(int $number, int $pid): void
    {
        $this->rows->del((string) $number);
        $now = time();
        $this->rows->set((string) $number, ['pid' => $pid, 'started' => $now, 'used' => $now, 'stage' => Stage::Idle->value]);
    }

    public function remove(int $number): void
    {
        $this->rows->del((string) $number);
    }

    /** Raises a number to a value, if it is less. */
    public static function raise(Long $number, int $value): void
    {
        do {
            $before = $number->get();
        } while ($before < $value && !$number->cmpset($before, $value));
    }

    /** The child that was used last and is still there, so that those that are not needed become old. Else a new one: this one. */
    private function another(int $number): int
    {
        for ($i = count($this->free) - 1; $i >= 0; --$i) {
            if ($this->has($this->free[$i])) {
                $found = array_splice($this->free, $i, 1)[0];
                $this->free[] = $number;
                return $found;
            }
        }
        $this->takeOver($number);
        return $number;
    }

    /** A new child, instead of an idle one of another worker: the pool does not grow while one is idle. */
    private function takeOver(int $number): void
    {
        for ($other = 0; $other < $this->most; ++$other) {
            if ($this->has($other) && !$this->isActive($other)) {
                $this->remove($other);
                break;
            }
        }
        $this->add($number, $this->pid);
    }

    private function has(int $number): bool
    {
        return $this->rows->exists((string) $number);
    }

    private function isActive(int $number): bool
    {
        return (int) $this->rows->get((string) $number, 'stage') > Stage::Idle->value;
    }

    private static function table(int $most): Table
    {
        $table = new Table(max(1, $most));
        foreach (self::COLUMNS as $name => $type) {
            $table->column($name, $type);
        }
        foreach (self::TEXTS as $name => $size) {
            $table->column($name, Table::TYPE_STRING, $size);
        }
        $table->create() || throw new RuntimeException('no memory for the scoreboard');
        return $table;
    }
}
