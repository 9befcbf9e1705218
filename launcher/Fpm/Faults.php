<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function count;
use function in_array;

/** emergency_restart_threshold: the number of processes that a fault has ended within emergency_restart_interval. */
final class Faults
{
    /** @var list<float> when they ended */
    private array $times = [];

    public function __construct(private readonly int $threshold, private readonly int $intervalS)
    {
    }

    /** True: the master should be executed anew. */
    public function add(int $signal): bool
    {
        if ($this->threshold <= 0 || $this->intervalS <= 0 || !in_array($signal, Signals::FAULTS, true)) {
            return false;
        }
        $now = microtime(true);
        $this->times[] = $now;
        $this->times = array_values(array_filter($this->times, fn(float $time): bool => $now - $time <= $this->intervalS));
        if (count($this->times) < $this->threshold) {
            return false;
        }
        $this->times = [];
        return true;
    }

    public function describe(): string
    {
        return "failed processes threshold ($this->threshold in $this->intervalS sec) is reached, initiating reload";
    }
}
