<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Countable;
use function array_slice;
use function count;

/** HandlerPool that have no request. The one that had the last request gets the next one, so that the others can end. */
final class IdleHandlers implements Countable
{
    /** @var list<array{Handler, int}> with the second since when; the latest one is the last */
    private array $all = [];

    public function add(Handler $one): void
    {
        $this->all[] = [$one, hrtime()[0]];
    }

    public function take(): ?Handler
    {
        return array_pop($this->all)[0] ?? null;
    }

    public function count(): int
    {
        return count($this->all);
    }

    /** Forgets those that are spent. Returns how many these were. */
    public function endSpent(): int
    {
        $before = count($this->all);
        $this->all = array_values(array_filter($this->all, static fn(array $one): bool => !$one[0]->isSpent()));
        return $before - count($this->all);
    }

    /** Drops those that have been idle for $seconds, but not the last one. Returns their number. */
    public function end(int $seconds): int
    {
        $until = hrtime()[0] - $seconds;
        $ends = 0;
        while ($ends < count($this->all) - 1 && $this->all[$ends][1] <= $until) {
            ++$ends;
        }
        $this->all = array_slice($this->all, $ends);
        return $ends;
    }
}
