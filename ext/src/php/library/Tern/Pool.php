<?php

declare(strict_types=1);

namespace Tern;

use Closure;
use Swoole\Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Timer;
use Tern\Internal\Client\Pool\Member;
use Tern\Internal\Client\Pool\Settings;
use Tern\Internal\Client\Pool\ConnectionSet;
use Tern\Internal\SharedPlaces;
use Throwable;
use WeakMap;
use WeakReference;
use function Tern\Internal\in_worker;
use function array_slice;
use function count;
use function sprintf;

/**
 * Connections that the coroutines of one process share. get() returns a clean connection: when one is given back, its
 * session is reset in the background. A connection that the server has closed is never handed out.
 *
 * An object that was made before the server's start() makes connections of its own in each worker.
 */
final class Pool
{
    private const TEND_MS = 1000;
    private const TEND_CAPPED_MS = 100;
    private const HOLDERS_TOLD = 5;
    /** Variables that hold a connection in put(): the caller's and its own. */
    private const REFERENCES_IN_PUT = 2;

    private readonly Settings $settings;
    private readonly ?SharedPlaces $shared;
    private ConnectionSet $connections;
    /** @var array<int, Member> by spl_object_id() of the connection */
    private array $lent = [];
    /** @var array<int, array<int, Member>> the same by coroutine; one with an entry is watched until it ends */
    private array $borrowers = [];
    /** @var array{borrowed: int, leaks: int, timeouts: int} */
    private array $count = ['borrowed' => 0, 'leaks' => 0, 'timeouts' => 0];
    private float $longest_wait = 0;
    private bool $closed = false;
    private int $pid = 0;
    /** @var WeakMap<self, true>|null those that were used in this process, or its parents */
    private static ?WeakMap $used = null;

    /**
     * @param callable $connect returns a new connection: PDO, mysqli, PgSql\Connection, Redis, a client of Swoole\Coroutine,
     *     a class that implements Tern\Pool\Resettable, or with $reset any object. May suspend
     * @param int $size most connections at a time, 1 to 65536
     * @param int $min connections that are kept however long they are idle, 0 to $size
     * @param float $timeout seconds to wait for a connection, also for the server to be reachable
     * @param float $maxLifetime seconds after which a connection is replaced; 0: never
     * @param float $idleTime seconds after which an idle connection is closed, down to $min; 0: never
     * @param float $jitter share by which both are shorter at random, 0 to 1
     * @param float $checkAfter a connection that was idle for this number of seconds is checked (one round trip) before it
     *     is lent; 0: always. Whether the server has closed it is looked at every time, without a round trip
     * @param float $resetTimeout seconds that cleaning or asking may take; then the connection is replaced
     * @param callable|null $setup is called with each new connection and after each reset, for settings of the session: what
     *     $connect itself has set is gone after the first reset. May suspend
     * @param callable|null $reset cleans a connection instead of what the pool knows; false or an exception: replace it.
     *     May suspend
     * @param int|null $cap most connections of all processes that share this object, which was made before they were
     *     started; null: no such limit
     * @param string $name for messages and stats()
     * @throws \ValueError if a number is out of range
     */
    public function __construct(
        callable $connect,
        int $size = 16,
        int $min = 0,
        float $timeout = 3.0,
        float $maxLifetime = 1800.0,
        float $idleTime = 300.0,
        float $jitter = 0.1,
        float $checkAfter = 30.0,
        float $resetTimeout = 3.0,
        ?callable $setup = null,
        ?callable $reset = null,
        ?int $cap = null,
        string $name = 'pool',
    ) {
        $this->settings = new Settings(
            Closure::fromCallable($connect),
            $size,
            $min,
            $timeout,
            $maxLifetime,
            $idleTime,
            $jitter,
            $checkAfter,
            $resetTimeout,
            $setup === null ? null : Closure::fromCallable($setup),
            $reset === null ? null : Closure::fromCallable($reset),
            $cap,
            $name,
        );
        $this->shared = $cap === null ? null : new SharedPlaces($cap);
        $this->connections = new ConnectionSet($this->settings, $this->shared);
    }

    /**
     * Calls a function with a connection and gives the connection back. Suspends.
     *
     * @param callable $work gets the connection, and must not keep it
     * @param float|null $timeout seconds; null: that of the pool
     * @return mixed what the function returned
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function use(callable $work, ?float $timeout = null): mixed
    {
        $connection = $this->get($timeout);
        try {
            return $work($connection);
        } finally {
            $this->put($connection);
        }
    }

    /**
     * Borrows a connection, until put(). Those who wait get theirs in the order of their coming. Suspends.
     *
     * @param float|null $timeout seconds; null: that of the pool
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function get(?float $timeout = null): object
    {
        $this->enter();
        $until = ConnectionSet::now() + ($timeout ?? $this->settings->timeout);
        $places = $this->connections->places;
        $member = $places->count() === 0 ? $this->connections->take() : null;
        if ($member === null && ($places->count() > 0 || !$places->tryAcquire())) {
            $member = $this->wait($until);
        }
        return $this->lend($member ?? $this->connections->make($until));
    }

    /**
     * Gives a connection back. It is cleaned in the background: a transaction is rolled back at once. May suspend.
     *
     * @throws PoolException if it is not lent
     */
    public function put(object $connection): void
    {
        $id = spl_object_id($connection);
        $member = $this->lent[$id] ?? null;
        if ($member === null) {
            throw new PoolException('The ' . get_debug_type($connection) . " is not lent by pool '{$this->settings->name}': "
                . 'it is not of this pool, or was given back before');
        }
        unset($this->borrowers[$member->cid][$id]);
        $this->takeBack($member);
    }

    /**
     * Closes idle connections now, and borrowed ones when they come back. Waiting calls of get() and later ones throw a
     * PoolException.
     */
    public function close(): void
    {
        $this->closed = true;
        foreach (array_splice($this->connections->idle, 0) as $member) {
            $this->connections->close($member, 'close');
        }
        while ($this->connections->places->hand(null));
    }

    /**
     * @return array<string, mixed> name; size (connections there are, or are being made), idle, in_use, waiting; borrowed (how often),
     *     created, closed (by reason: lifetime, idle, lost, cut, reset, kept, cap, canceled, close), leaks, timeouts; longest_wait
     *     in seconds. All of this process
     */
    public function stats(): array
    {
        return ['name' => $this->settings->name, 'size' => $this->connections->places->used, 'idle' => count($this->connections->idle),
            'in_use' => count($this->lent), 'waiting' => $this->connections->places->count(), ...$this->count,
            'created' => $this->connections->created, 'closed' => $this->connections->closed, 'longest_wait' => $this->longest_wait];
    }

    /**
     * The stats() of all pools that are in use in this process.
     *
     * @return list<array<string, mixed>>
     * @internal
     */
    public static function report(): array
    {
        $report = [];
        foreach (self::$used ?? [] as $pool => $_) {
            if ($pool->pid === getmypid()) {
                $report[] = $pool->stats();
            }
        }
        return $report;
    }

    private function enter(): void
    {
        if (Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        $this->refuseClosed();
        if (getmypid() !== $this->pid) {
            $this->begin();
        }
        $oldest = $this->connections->idle[0] ?? null;
        if ($oldest !== null && ConnectionSet::now() - $oldest->idle_since >= $oldest->idle_time) {
            $this->connections->tidy();
        }
    }

    private function refuseClosed(): void
    {
        if ($this->closed) {
            throw new PoolException("Pool '{$this->settings->name}' is closed");
        }
    }

    /** The first use in a process. */
    private function begin(): void
    {
        if ($this->pid !== 0) {
            // What a process has from its parent is never destroyed: that would end the parent's sessions.
            /** @var list<mixed> $inherited */
            static $inherited = [];
            $inherited[] = [$this->connections, $this->lent];
            $this->connections = new ConnectionSet($this->settings, $this->shared);
            $this->lent = $this->borrowers = [];
        }
        $this->pid = (int) getmypid();
        self::$used ??= new WeakMap();
        self::$used[$this] = true;
        $this->grow();
        if (in_worker()) {
            $pool = WeakReference::create($this);
            $every = $this->settings->cap === null ? self::TEND_MS : self::TEND_CAPPED_MS;
            Timer::tick($every, static function (int $timer) use ($pool) {
                $pool->get()?->tend() ?? Timer::clear($timer);
            });
        }
    }

    /** @return bool|null null: no more */
    private function tend(): ?bool
    {
        if ($this->closed) {
            return null;
        }
        $this->connections->tidy();
        $this->grow();
        return true;
    }

    /** Up to the least size, in the background. */
    private function grow(): void
    {
        $until = ConnectionSet::now() + $this->settings->timeout;
        $places = $this->connections->places;
        while ($places->used < $this->settings->min && $places->tryAcquire()) {
            $started = Coroutine::create(function () use ($until) {
                try {
                    $this->settle($this->connections->make($until));
                } catch (Throwable) {  // the next get() makes one, and reports why that fails
                }
            });
            if ($started === false) {
                $places->release();
                return;
            }
        }
    }

    private function lend(Member $member): object
    {
        if ($this->closed) {
            $this->connections->close($member, 'close');
            $this->refuseClosed();
        }
        $cid = Coroutine::getCid();
        $member->isLentTo($cid);
        $id = spl_object_id($member->connection);
        if (!isset($this->borrowers[$cid])) {
            Coroutine::defer(fn() => $this->comeBack($cid));
        }
        ++$this->count['borrowed'];
        return ($this->lent[$id] = $this->borrowers[$cid][$id] = $member)->connection;
    }

    /** What a coroutine that ended has not given back. */
    private function comeBack(int $cid): void
    {
        $members = $this->borrowers[$cid];
        unset($this->borrowers[$cid]);
        foreach ($members as $member) {
            [$where, $seconds] = [$member->where, ConnectionSet::now() - $member->since];
            ++$this->count['leaks'];
            $this->takeBack($member);
            trigger_error(sprintf("Pool '%s': coroutine %d ended without put(): the connection that it took at %s, %.1f s ago, "
                . 'comes back by itself', $this->settings->name, $cid, $where, $seconds), E_USER_WARNING);
        }
    }

    private function takeBack(Member $member): void
    {
        unset($this->lent[spl_object_id($member->connection)]);
        $held = $member->session->isHeld(self::REFERENCES_IN_PUT);
        if ($held) {
            $this->connections->endTransaction($member);
        }
        if (Coroutine::create($this->clean(...), $member, $held) === false) {
            $this->connections->close($member, 'reset');
        }
    }

    private function clean(Member $member, bool $held): void
    {
        $free = $this->closed || !$held || $this->connections->awaitRelease($member);
        if ($free && ($this->closed || $this->connections->clean($member))) {
            $this->settle($member);
        }
    }

    /** A clean connection that is not borrowed. */
    private function settle(Member $member): void
    {
        if ($this->closed) {
            $this->connections->close($member, 'close');
        } elseif ($this->connections->isNeededElsewhere()) {
            $this->connections->close($member, 'cap');
        } elseif (!$this->connections->places->hand($member)) {
            $this->connections->keep($member);
        }
    }

    /** @return Member|null null: a place for one */
    private function wait(float $until): ?Member
    {
        $this->refuseClosed();  // meanwhile: a place that it got would be lost to other processes
        $began = ConnectionSet::now();
        $left = $until - $began;
        try {
            $member = $left > 0 ? $this->connections->places->wait($left) : false;
        } finally {
            $this->longest_wait = max($this->longest_wait, ConnectionSet::now() - $began);
        }
        if ($member === false) {
            throw $left > 0 && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED
                ? new CanceledException('The wait for a connection was cancelled')
                : $this->timeout(ConnectionSet::now() - $began);
        }
        $this->refuseClosed();
        return $member;
    }

    private function timeout(float $waited): PoolTimeout
    {
        ++$this->count['timeouts'];
        $holders = array_map(fn(Member $member) => $member->holder(), array_values($this->lent));
        usort($holders, fn(array $one, array $other) => $other['seconds'] <=> $one['seconds']);
        $text = sprintf(
            "Pool '%s' had no connection within %.1f s: %d of %d are in use",
            $this->settings->name,
            $waited,
            count($holders),
            $this->settings->size,
        );
        foreach (array_slice($holders, 0, self::HOLDERS_TOLD) as ['cid' => $cid, 'seconds' => $seconds, 'where' => $where]) {
            $text .= sprintf('; coroutine %d has one for %.1f s, taken at %s', $cid, $seconds, $where);
        }
        return new PoolTimeout($text, $holders);
    }
}
