<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use function sprintf;

/**
 * request_slowlog_timeout and request_terminate_timeout of a pool, as its master sees them. A worker sends the stack of a slow page
 * by trace_slow_requests(), and ends a page that takes too long. A worker that does not end it in time is ended itself.
 */
final class Overdue
{
    /** Seconds after request_terminate_timeout. */
    private const GRACE = 2;

    /** @var array<int, int> when the request began that was reported, by the number of the child */
    private array $reported = [];
    /** @var array<int, int> the same of those whose worker was ended */
    private array $ended = [];

    /**
     * @param string $slowLog its path; '': there is none
     * @param int $limit request_terminate_timeout in seconds; 0: there is none
     * @param Closure(string, string): void $log is given a level, as WARNING, and a message
     * @param Closure(int): void $end is given the pid of a worker that has to end
     * @param bool $tracksFinished request_terminate_timeout_track_finished: also a page that has sent its response has a limit
     */
    public function __construct(
        private readonly Scoreboard $scoreboard,
        private readonly string $slowLog,
        private readonly int $limit,
        private readonly Closure $log,
        private readonly Closure $end,
        private readonly bool $tracksFinished = false,
    ) {
    }

    /** Writes the slowlog. @param string $message of trace_slow_requests() */
    public function trace(string $message): void
    {
        [$head, $frames] = [...explode("\n", $message, 2), ''];
        [$pid, $coroutine, $us] = array_map(intval(...), [...explode(' ', $head), 0, 0, 0]);
        $row = $this->find($pid, $coroutine);
        if ($row === null) {
            return;  // it has ended meanwhile
        }
        $this->scoreboard->slow->add(1);
        $this->report('WARNING', $pid, $row, 'executing too slow', $us, 'logging');
        ($this->log)('NOTICE', "child $pid stopped for tracing");
        ($this->log)('NOTICE', "about to trace $pid");
        $script = self::printable((string) $row['script']);
        $text = "\n[" . LocalTime::now() . "]  [pool {$this->scoreboard->pool}] pid $pid\nscript_filename = $script\n$frames";
        if (@file_put_contents($this->slowLog, $text, FILE_APPEND) === false) {
            ($this->log)('ERROR', "unable to open slowlog ($this->slowLog): " . (error_get_last()['message'] ?? ''));
        }
        ($this->log)('NOTICE', "finished trace of $pid");
    }

    /**
     * Its worker has ended a script that took too long. beat() may have reported it already.
     *
     * @param int $number of the child
     * @param int $accepted when the request began, as the row says it
     * @param string $request of describe()
     */
    public function note(int $number, int $pid, int $accepted, int $us, string $request): void
    {
        if ($this->limit > 0 && ($this->reported[$number] ?? 0) !== $accepted) {
            $this->reported[$number] = $accepted;
            $this->write('WARNING', $pid, $request, 'execution timed out', $us, 'terminating');
        }
    }

    /** @param array<string, int|float|string> $row of the scoreboard, or the same of a request that has ended */
    public static function describe(array $row): string
    {
        $query = $row['query'] === '' ? '' : "?{$row['query']}";
        return self::printable("script '{$row['script']}' (request: \"{$row['method']} {$row['uri']}$query\")");
    }

    /** Call it each second. */
    public function beat(): void
    {
        for ($number = 0; $this->limit > 0 && $number < $this->scoreboard->most; ++$number) {
            $row = $this->scoreboard->children->row($number);
            if ($row !== null && $this->isTimed($row)) {
                $this->check($number, $row);
            }
        }
    }

    /** @param array<string, int|float|string> $row */
    private function isTimed(array $row): bool
    {
        return self::runs($row) || ($this->tracksFinished && $row['stage'] >= Stage::Ending->value);
    }

    /**
     * Not a page that has sent its response.
     *
     * @param array<string, int|float|string> $row
     */
    private static function runs(array $row): bool
    {
        return $row['stage'] > Stage::Idle->value && $row['stage'] < Stage::Ending->value;
    }

    /** @param array<string, int|float|string> $row */
    private function check(int $number, array $row): void
    {
        $us = Activity::sinceUs((int) $row['accepted']);
        $isReported = ($this->reported[$number] ?? 0) === $row['accepted'];
        if ($us >= $this->limit * 1_000_000 && !$isReported) {
            $this->reported[$number] = (int) $row['accepted'];
            $this->report('WARNING', (int) $row['pid'], $row, 'execution timed out', $us, 'terminating');
        }
        $isEnded = ($this->ended[$number] ?? 0) === $row['accepted'];
        if ($us >= ($this->limit + self::GRACE) * 1_000_000 && !$isEnded) {
            $this->ended[$number] = (int) $row['accepted'];
            ($this->end)((int) $row['pid']);
        }
    }

    /** @param array<string, int|float|string> $row */
    private function report(string $level, int $pid, array $row, string $what, int $us, string $then): void
    {
        $this->write($level, $pid, self::describe($row), $what, $us, $then);
    }

    private function write(string $level, int $pid, string $request, string $what, int $us, string $then): void
    {
        $time = sprintf('%d.%06d', intdiv($us, 1_000_000), $us % 1_000_000);
        ($this->log)($level, "[pool {$this->scoreboard->pool}] child $pid, $request $what ($time sec), $then");
    }

    private static function printable(string $text): string
    {
        return (string) preg_replace('/[^\x20-\x7e]/', '.', $text);
    }

    /** @return array<string, int|float|string>|null */
    private function find(int $pid, int $coroutine): ?array
    {
        for ($number = 0; $number < $this->scoreboard->most; ++$number) {
            $row = $this->scoreboard->children->row($number);
            if ($row !== null && $row['pid'] === $pid && $row['coroutine'] === $coroutine && self::runs($row)) {
                return $row;
            }
        }
        return null;
    }
}
