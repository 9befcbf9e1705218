<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** When a request came how far, in nanoseconds of hrtime(). */
final class Stopwatch
{
    public int $began = 0;
    public int $connected = 0;
    public int $head = 0;
    public int $end = 0;

    /** @return float seconds since the beginning, until the end or until now */
    public function total(): float
    {
        return (($this->end ?: hrtime(true)) - $this->began) / 1e9;
    }

    /** @return array{connection: float, head: float, total: float} seconds since the beginning */
    public function times(): array
    {
        return ['connection' => max(0, $this->connected - $this->began) / 1e9, 'head' => max(0, $this->head - $this->began) / 1e9,
            'total' => $this->total()];
    }
}
