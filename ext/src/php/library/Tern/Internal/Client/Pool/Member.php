<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

/** A connection of a Tern\Pool and what the pool knows of it. Times are those of hrtime(), in seconds. */
final class Member
{
    /** The coroutine that has borrowed it, since when, taken where; 0: none */
    public int $cid = 0;
    public float $since = 0;
    public string $where = '';
    public float $idle_since = 0;
    /** A connection that is idle for longer than that may go. */
    public float $idle_time = 0;

    /** @param int $socket of Tern\Internal\connected_socket() */
    public function __construct(
        public readonly object $connection,
        public readonly Session $session,
        public int $socket,
        public readonly float $expires,
    ) {
    }

    public function isLentTo(int $cid): void
    {
        [$this->cid, $this->since, $this->where] = [$cid, ConnectionSet::now(), self::caller()];
    }

    /** @return array{cid: int, seconds: float, where: string} */
    public function holder(): array
    {
        return ['cid' => $this->cid, 'seconds' => ConnectionSet::now() - $this->since, 'where' => $this->where];
    }

    private static function caller(): string
    {
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 8) as $frame) {
            if (isset($frame['file'], $frame['line']) && !str_starts_with($frame['file'], 'tern:')) {
                return "{$frame['file']}:{$frame['line']}";
            }
        }
        return 'an unknown place';
    }
}
