<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

/** When a request came how far, in nanoseconds of hrtime(). */
final class Stopwatch
{
    private readonly int $began;
    private int $connected = 0;
    private int $head = 0;
    private int $end = 0;

    public function __construct()
    {
        $this->began = hrtime(true);
    }

    public function noteConnection(): void
    {
        $this->connected = hrtime(true);
    }

    public function noteHead(): void
    {
        $this->head = hrtime(true);
    }

    public function noteEnd(): void
    {
        $this->end = hrtime(true);
    }

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
