<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Database;
use Tern\Internal\Semaphore;
use Tern\Internal\SharedPlaces;
use Tern\PoolException;
use Throwable;
use function Tern\Internal\connected_socket;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_cut;
use function Tern\Internal\is_overdue;
use function Tern\Internal\is_quiet;
use function Tern\Internal\uncooperate;
use function is_object;

/** The connections of a Tern\Pool: making, asking, cleaning and closing them. Who has them is the pool's affair. */
final class ConnectionSet
{
    private const FIRST_PAUSE = 0.01;
    private const LONGEST_PAUSE = 0.5;

    /** @var Semaphore<Member> each connection has a place, also while it is made; while coroutines wait, none is idle */
    public readonly Semaphore $places;
    /** @var list<Member> what was used last is at the end, and is used next */
    public array $idle = [];
    public int $created = 0;
    /** @var array<string, int> how many were closed, by the reason */
    public array $closed = [];

    /** @param SharedPlaces|null $shared of all processes */
    public function __construct(private readonly Settings $settings, private readonly ?SharedPlaces $shared)
    {
        $this->places = new Semaphore($settings->size, $shared);
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** Whether another process should have the place of a connection. */
    public function isNeededElsewhere(): bool
    {
        if ($this->shared === null) {
            return false;
        }
        return $this->places->count() > 0 ? $this->places->used > 1 && $this->shared->isStarved()
            : $this->places->used > $this->settings->min && $this->shared->isWanted();
    }

    /**
     * Makes a connection in a place that was taken. While the server cannot be reached it is tried again. Suspends.
     *
     * @throws Throwable what the program's function threw, when the time is over or another attempt is of no use; the place
     *     is free again then
     */
    public function make(float $until): Member
    {
        $made = null;
        $canceled = Coroutine::isCanceled();
        try {
            for ($pause = self::FIRST_PAUSE; $made === null; $pause = min($pause * 2, self::LONGEST_PAUSE)) {
                try {
                    $made = $this->attempt($until);
                } catch (Throwable $error) {
                    $again = self::now() + $pause < $until && $canceled === Coroutine::isCanceled();
                    if (!$again || !Database::isConnectionLost($error) || !Coroutine::sleep($pause)) {
                        throw $error;
                    }
                }
            }
            ++$this->created;
            return $made;
        } finally {
            if ($made === null) {
                $this->places->release();
            }
        }
    }

    private function attempt(float $until): Member
    {
        return $this->cooperatively($until - self::now(), function () {
            $connection = ($this->settings->connect)();
            if (!is_object($connection)) {
                $type = get_debug_type($connection);
                throw new PoolException("The function of pool '{$this->settings->name}' must return a connection, $type returned");
            }
            $session = $this->sessionOf($connection);
            if ($this->settings->setup !== null) {
                ($this->settings->setup)($connection);
            }
            $expires = self::now() + $this->settings->vary($this->settings->maxLifetime);
            return new Member($connection, $session, connected_socket(), $expires);
        });
    }

    private function sessionOf(object $connection): Session
    {
        $reset = $this->settings->reset;
        if ($reset === null) {
            return Session::of($connection);
        }
        try {
            return new CustomSession($connection, $reset, Session::of($connection));
        } catch (PoolException) {
            return new CustomSession($connection, $reset, null);
        }
    }

    /** An idle connection that is still there; null: none is idle. Suspends if one has been idle for long. */
    public function take(): ?Member
    {
        while (($member = array_pop($this->idle)) !== null) {
            $reason = 'canceled';
            try {
                $reason = $this->whyNot($member);
            } finally {
                $reason === null || $this->close($member, $reason);
            }
            if ($reason === null) {
                return $member;
            }
        }
        return null;
    }

    private function whyNot(Member $member): ?string
    {
        $now = self::now();
        if ($now >= $member->expires) {
            return 'lifetime';
        }
        if ($member->socket !== 0 && (!is_quiet($member->socket) || is_cut($member->socket))) {
            return 'lost';
        }
        $asked = $now - $member->idle_since < $this->settings->checkAfter;
        return $asked || $this->succeeds(fn() => $member->session->ping()) ? null : 'lost';
    }

    /** What was done with it must not lock others for longer. Suspends. */
    public function endTransaction(Member $member): void
    {
        if (is_cut($member->socket)) {
            return;
        }
        try {
            $this->cooperatively($this->settings->resetTimeout, fn() => $member->session->endTransaction());
        } catch (Throwable) {  // cleaning will fail as well
        }
    }

    /**
     * Waits until the last reference to the connection and its statements is gone. Suspends.
     *
     * @return bool false: it took too long, and it is closed
     */
    public function awaitRelease(Member $member): bool
    {
        $until = self::now() + $this->settings->resetTimeout;
        $held = true;
        try {
            for ($pause = 0.001; $held = $member->session->isHeld(0); $pause = min($pause * 2, 0.05)) {
                if (self::now() >= $until || !Coroutine::sleep($pause)) {
                    break;
                }
            }
        } finally {
            $held && $this->close($member, 'kept');
        }
        return !$held;
    }

    /** Makes a connection as new. Suspends. False: it is closed. */
    public function clean(Member $member): bool
    {
        [$done, $why] = [false, 'reset'];
        try {
            $why = self::now() >= $member->expires ? 'lifetime' : (is_cut($member->socket) ? 'cut' : 'reset');
            $done = $why === 'reset' && $this->succeeds(fn() => $this->reset($member)) && !is_cut($member->socket);
        } finally {
            $done || $this->close($member, $why);
        }
        return $done;
    }

    private function reset(Member $member): bool
    {
        if (!$member->session->reset()) {
            return false;
        }
        if ($this->settings->setup !== null) {
            ($this->settings->setup)($member->connection);
        }
        $socket = connected_socket();  // a client that connects again by itself
        $member->socket = $socket === 0 ? $member->socket : $socket;
        return !is_overdue();
    }

    /**
     * @param Closure(): bool $what
     * @throws CanceledException if that is why it does not succeed
     */
    private function succeeds(Closure $what): bool
    {
        $canceled = Coroutine::isCanceled();
        try {
            $done = $this->cooperatively($this->settings->resetTimeout, $what);
        } catch (CanceledException $thrown) {
            throw $thrown;
        } catch (Throwable) {
            $done = false;
        }
        return $done || $canceled || !Coroutine::isCanceled() ? $done : throw new CanceledException('The coroutine was cancelled');
    }

    public function keep(Member $member): void
    {
        $member->idle_since = self::now();
        $member->idle_time = $this->settings->vary($this->settings->idleTime);
        $this->idle[] = $member;
    }

    /** Closes a connection that is not lent, and frees its place. */
    public function close(Member $member, string $reason): void
    {
        $this->closed[$reason] = ($this->closed[$reason] ?? 0) + 1;
        try {
            @$member->session->close();
        } catch (Throwable) {  // it was gone already
        } finally {
            $this->places->release();
        }
    }

    /** Closes connections that are idle for too long, too old, or needed elsewhere. */
    public function tidy(): void
    {
        foreach ($this->idle as $member) {
            $reason = $this->whyClose($member);
            $at = $reason === null ? false : array_search($member, $this->idle, true);
            if ($at !== false) {  // close() may suspend: another coroutine may have taken it meanwhile
                array_splice($this->idle, $at, 1);
                $this->close($member, $reason);
            }
        }
    }

    private function whyClose(Member $member): ?string
    {
        $now = self::now();
        return match (true) {
            $now >= $member->expires => 'lifetime',
            $now - $member->idle_since >= $member->idle_time && $this->places->used > $this->settings->min => 'idle',
            $this->isNeededElsewhere() => 'cap',
            default => null,
        };
    }

    /**
     * Calls of the pool's own suspend, whatever hooks the program wants, and end in time.
     *
     * @template T
     * @param Closure(): T $call
     * @return T
     */
    private function cooperatively(float $timeout, Closure $call): mixed
    {
        $before = cooperate(max($timeout, 0.001));
        try {
            return $call();
        } finally {
            uncooperate($before);
        }
    }
}
