<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Framework\Application\Extensions;

/** How many processes serve a pool, and how many requests each at a time: pm.max_children is the product. */
final class PoolPlan
{
    private function __construct(public readonly int $processes, public readonly int $requests, public readonly bool $isolates)
    {
    }

    public static function of(PoolConfig $pool): self
    {
        $most = max(1, $pool->number('pm.max_children'));
        if ($pool->setting('tern.isolation') === 'process' || Extensions::oneAtATime() !== []) {
            return new self($most, 1, true);
        }
        $wanted = (int) $pool->setting('tern.pool_processes');
        $processes = min($most, $wanted > 0 ? $wanted : swoole_cpu_num());
        return new self($processes, self::share($most, $processes), false);
    }

    private static function share(int $most, int $processes): int
    {
        return intdiv($most + $processes - 1, $processes);
    }

    /** How many requests a process has before another one takes its place; 0: any number. */
    public function maxRequests(PoolConfig $pool): int
    {
        return max(0, $pool->number('pm.max_requests')) * $this->requests;
    }
}
