<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Timer;
use Tern\Internal\WaitQueue;
use function Tern\Internal\cooperate;
use function Tern\Internal\in_worker;
use function Tern\Internal\uncooperate;
use function count;
use function ini_get;

/**
 * Connections that programs closed a moment ago, for the next connect() with the same options in this worker. Their sessions
 * are as new ones: they were reset, or there was nothing to reset.
 */
final class Idle
{
    private const MOST = 32;
    /** One that was idle for longer is asked whether it is still there. */
    private const TRUSTED_NS = 50_000_000;
    /** Without an idle connection, a caller waits this long for one that is being reset, before a new one is made. */
    private const WAIT_S = 0.05;
    private const RESET_S = 1.0;

    /** @var array<string, self> by their options */
    private static array $all = [];
    /** How long they are kept. */
    private static ?float $time = null;

    /** @var list<array{mysqli, array<string, mysqli_stmt>, int|float, int}> each with its statements, since when it is idle, its socket */
    private array $idle = [];
    private int $resetting = 0;
    /** @var WaitQueue<object> for a reset that ends */
    private readonly WaitQueue $queue;
    /** Whether a session after its reset is as a new one; null: not known yet. */
    private ?bool $suits = null;
    private bool $expires = false;

    private function __construct(private readonly Options $options)
    {
        $this->queue = new WaitQueue();
    }

    /** @return self|null null: connections are not kept */
    public static function of(Options $options): ?self
    {
        if (!in_worker()) {
            return null;
        }
        self::$time ??= (float) ini_get('tern.mysql_idle_time');
        return self::$time > 0 ? self::$all[$options->key] ??= new self($options) : null;
    }

    /**
     * May suspend.
     *
     * @return array{mysqli, array<string, mysqli_stmt>, int|float, int}|bool|null null: there is none; false: the wait was cancelled
     */
    public function take(): array|bool|null
    {
        if ($this->idle === [] && $this->resetting > $this->queue->count() && !$this->await()) {
            return false;
        }
        while (($kept = array_pop($this->idle)) !== null) {
            if (hrtime(true) - $kept[2] < self::TRUSTED_NS || $this->try($kept[0], false)) {
                return $kept;
            }
        }
        return null;
    }

    public function hasRoom(): bool
    {
        return $this->suits !== false && count($this->idle) + $this->resetting < self::MOST;
    }

    /** Whether it would have to be reset, which prepared statements do not survive. */
    public function resets(bool $used): bool
    {
        return $used || $this->suits === null;
    }

    /**
     * Where there is room. A reset is done in the background.
     *
     * @param array<string, mysqli_stmt> $statements none, if it has to be reset
     */
    public function keep(mysqli $mysqli, array $statements, bool $used, int $socket): void
    {
        if ($this->resets($used)) {
            Coroutine::create($this->reset(...), $mysqli, $socket);
        } else {
            $this->put($mysqli, $statements, $socket);
        }
    }

    private function await(): bool
    {
        return $this->queue->wait(self::WAIT_S) !== false || swoole_last_error() !== SWOOLE_ERROR_CO_CANCELED;
    }

    private function reset(mysqli $mysqli, int $socket): void
    {
        ++$this->resetting;
        try {
            if ($this->try($mysqli, true)) {
                $this->put($mysqli, [], $socket);
            }
        } finally {
            --$this->resetting;
            $this->queue->hand(null);
        }
    }

    /** Whether a connection is still there, and after a reset of use. */
    private function try(mysqli $mysqli, bool $reset): bool
    {
        $before = cooperate(self::RESET_S);
        try {
            if (!$reset) {
                return @$mysqli->stat() !== false;
            }
            $this->suits ??= $this->options->resetsToNew($mysqli);
            return $this->suits && $this->options->reset($mysqli);
        } catch (mysqli_sql_exception) {
            return false;
        } finally {
            uncooperate($before);
        }
    }

    /** @param array<string, mysqli_stmt> $statements */
    private function put(mysqli $mysqli, array $statements, int $socket): void
    {
        $this->idle[] = [$mysqli, $statements, hrtime(true), $socket];
        if (!$this->expires) {
            $this->expireLater();
        }
    }

    private function expireLater(): void
    {
        $this->expires = Timer::after(max(1, (int) (self::$time * 1000)), $this->expire(...)) !== false;
    }

    private function expire(): void
    {
        $until = hrtime(true) - (int) (self::$time * 1e9);
        while ($this->idle !== [] && $this->idle[0][2] <= $until) {
            array_shift($this->idle);
        }
        $this->expires = false;
        if ($this->idle !== []) {
            $this->expireLater();
        } elseif ($this->resetting === 0) {
            unset(self::$all[$this->options->key]);
        }
    }
}
