<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

/** A child of a pool as a status page shows it: a place for one request at a time, in a worker that may have several. */
final class Child
{
    /** @param float $cpu percent of one processor, of the last request */
    public function __construct(
        public readonly int $number,
        public readonly int $pid,
        public readonly Stage $stage,
        public readonly int $startedAt,
        public readonly int $requests,
        public readonly int $durationUs,
        public readonly string $method,
        public readonly string $uri,
        public readonly string $query,
        public readonly int $length,
        public readonly string $user,
        public readonly string $script,
        public readonly float $cpu,
        public readonly int $memory,
    ) {
    }

    /** @param array<string, int|float|string> $row of the scoreboard */
    public static function of(int $number, array $row): self
    {
        $stage = Stage::from((int) $row['stage']);
        $isIdle = $stage === Stage::Idle;
        return new self(
            $number,
            (int) $row['pid'],
            $stage,
            (int) $row['started'],
            (int) $row['requests'],
            $isIdle ? (int) $row['duration'] : Activity::sinceUs((int) $row['accepted']),
            (string) $row['method'],
            (string) $row['uri'],
            (string) $row['query'],
            (int) $row['length'],
            (string) $row['user'],
            (string) $row['script'],
            $isIdle ? (float) $row['cpu'] : 0.0,
            $isIdle ? (int) $row['memory'] : 0,
        );
    }
}
