<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\HostBusy;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Semaphore;
use function count;
use function hrtime;
use function min;

/** The connections of this process to one server: scheme, host and port. */
final class Host
{
    /** @var list<array{Connection, float}> each with the time when it is closed, the one used last at the end */
    private array $idle = [];
    /** @var array<int, array{Connection, float}> those of HTTP/2, by spl_object_id(); INF: in use */
    private array $shared = [];
    /** @var Semaphore<Connection> each connection has a place, also while it is made */
    private readonly Semaphore $places;
    /** Connections that are being made. */
    private int $dialing = 0;
    /** What the server speaks; null: that will be known when there is a connection. */
    private ?bool $isHttp2;
    private bool $isClosed = false;
    /** @var array{opened: int, reused: int, closed: int} */
    private array $count = ['opened' => 0, 'reused' => 0, 'closed' => 0];

    /**
     * @param bool $isStreamed bodies are read in pieces. Each such response has a connection of its own, of HTTP/1.1 unless the
     *     server is known to speak nothing else: a slow reader delays no other response
     * @param bool $decodes bodies
     */
    public function __construct(
        private readonly Url $url,
        private readonly ClientOptions $options,
        private readonly Dialer $dialer,
        bool $isStreamed,
        private readonly bool $decodes,
    ) {
        $mayBeHttp2 = $url->isSecure() ? $options->offersHttp2 && !$isStreamed : $options->priorKnowledge;
        $this->isHttp2 = $mayBeHttp2 ? null : false;
        $this->places = new Semaphore($options->maxPerHost);
    }

    /**
     * A connection for one request. Those who wait get theirs in the order of their coming. Suspends.
     *
     * @param bool $is_fresh none that was idle
     * @throws Failure
     * @throws HostBusy if too many wait
     */
    public function lease(Request $request, Deadline $until, bool $is_fresh): Lease
    {
        $connection = $is_fresh ? $this->makeRoom() : $this->takeIdle();
        if ($connection === null && !$this->tryPlace()) {
            $connection = $this->wait($request, $until);
            if ($connection?->isAlive() === false) {  // the server has closed it, or has sent bytes without a request
                if (!$this->discard($connection) && !$this->places->tryAcquire()) {
                    return $this->lease($request, $until, $is_fresh);
                }
                $connection = null;
            }
        }
        if ($connection === null) {
            return new Lease($this, $this->dial($until), false);
        }
        ++$this->count['reused'];
        return new Lease($this, $connection, true);
    }

    /** @param bool $is_complete nothing is under way on the connection any more */
    public function release(Connection $connection, bool $is_complete): void
    {
        if ($connection->isShared()) {
            $this->releaseShared($connection);
        } elseif (!$is_complete || $this->isClosed || $connection->room() === 0) {
            $this->drop($connection);
        } elseif (!$this->places->hand($connection)) {
            $this->idle[] = [$connection, hrtime(true) / 1e9 + min($this->options->idleTimeout, $connection->idleTime())];
        }
    }

    /** Closes connections that are idle for too long. */
    public function sweep(): void
    {
        $now = hrtime(true) / 1e9;
        $idle = $this->idle;
        $this->idle = [];
        foreach ($idle as [$connection, $until]) {
            $until > $now ? $this->idle[] = [$connection, $until] : $this->drop($connection);
        }
        foreach ($this->shared as [$connection, $until]) {
            $until > $now || $this->drop($connection);
        }
    }

    /** Closes what is idle now, and everything else when it is given back. */
    public function close(): void
    {
        $this->isClosed = true;
        $idle = array_filter([...$this->idle, ...$this->shared], fn(array $one) => $one[0]->isIdle());
        $this->idle = [];
        foreach ($idle as [$connection]) {
            $this->drop($connection);
        }
    }

    /** Whether nothing would be lost with this object. */
    public function isUnused(): bool
    {
        return $this->places->used === 0 && $this->places->count() === 0;
    }

    /** @return array<string, mixed> */
    public function stats(): array
    {
        $idle = count($this->idle) + count(array_filter($this->shared, fn(array $one) => $one[0]->isIdle()));
        return ['protocol' => $this->isHttp2 === null ? null : ($this->isHttp2 ? '2' : '1.1'), 'connections' => $this->places->used,
            'idle' => $idle, 'in_use' => $this->places->used - $this->dialing - $idle, 'waiting' => $this->places->count(), ...$this->count];
    }

    private function takeIdle(): ?Connection
    {
        foreach ($this->shared as $id => [$connection, $until]) {
            if ($until > hrtime(true) / 1e9 && $connection->isAlive()) {
                if ($connection->room() > 0) {
                    $this->shared[$id][1] = INF;
                    return $connection;
                }
            } else {
                $this->drop($connection);
            }
        }
        while (($last = array_pop($this->idle)) !== null) {
            [$connection, $until] = $last;
            if ($until > hrtime(true) / 1e9 && $connection->isAlive()) {
                return $connection;
            }
            $this->drop($connection);
        }
        return null;
    }

    /** For a connection that is made although others are idle. */
    private function makeRoom(): null
    {
        if ($this->places->used >= $this->places->limit && $this->idle !== []) {
            [$connection] = array_shift($this->idle);
            $this->drop($connection);
        }
        return null;
    }

    /** While it is not known whether all requests can share a connection, the first one is waited for. */
    private function tryPlace(): bool
    {
        return ($this->isHttp2 === false || $this->dialing === 0) && $this->places->tryAcquire();
    }

    /** In a place that was taken. */
    private function dial(Deadline $until): Connection
    {
        $connection = null;
        ++$this->dialing;
        try {
            $socket = $this->dialer->dial($this->url, $this->isHttp2 !== false, $until);
            $connection = $this->dialer->connection($socket, $this->url, $this->decodes);
        } finally {
            --$this->dialing;
            if ($connection === null) {
                $this->places->release();
            }
        }
        ++$this->count['opened'];
        $this->isHttp2 = $connection->isShared();
        if ($this->isHttp2) {
            $this->shared[spl_object_id($connection)] = [$connection, INF];
            $this->handOut($connection, $connection->room() - 1);
        }
        $this->places->serve();
        return $connection;
    }

    private function releaseShared(Connection $connection): void
    {
        if (!$connection->isAlive() || ($this->isClosed && $connection->isIdle())) {
            $this->drop($connection);
        } elseif (!$this->handOut($connection, $connection->room()) && $connection->isIdle()) {
            $this->shared[spl_object_id($connection)][1] = hrtime(true) / 1e9 + $this->options->idleTimeout;
        }
    }

    /** To as many who wait as it has room for. @return bool false: none waits, or it has no room */
    private function handOut(Connection $connection, int $room): bool
    {
        $handed = 0;
        while ($handed < $room && $this->places->hand($connection)) {
            ++$handed;
        }
        return $handed > 0;
    }

    private function drop(Connection $connection): void
    {
        $this->discard($connection) && $this->places->release();
    }

    /** The caller has its place. @return bool false: another one has closed it already */
    private function discard(Connection $connection): bool
    {
        if ($connection->isShared()) {
            if (!isset($this->shared[spl_object_id($connection)])) {
                return false;
            }
            unset($this->shared[spl_object_id($connection)]);
        }
        ++$this->count['closed'];
        $connection->close();
        return true;
    }

    /** @return Connection|null null: a place for one */
    private function wait(Request $request, Deadline $until): ?Connection
    {
        if ($this->places->count() >= $this->options->maxWaiting) {
            throw new HostBusy($this->places->count() . ' coroutines wait for a connection already', $request->method, $request->url->text);
        }
        $connection = $this->places->wait($until->left());
        if ($connection !== false) {
            return $connection;
        }
        throw swoole_last_error() === SWOOLE_ERROR_CO_CANCELED ? Failure::coded(Errno::ECANCELED)
            : Failure::coded(Errno::ETIMEDOUT, "none of {$this->places->limit} connections to {$this->url->origin} was free in time");
    }
}
