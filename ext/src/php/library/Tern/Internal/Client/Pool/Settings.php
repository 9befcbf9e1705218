<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;
use Tern\Internal\Number;
use ValueError;

/** What a Tern\Pool was told. Times are seconds. */
final class Settings
{
    private const LEAST = ['size' => 1, 'min' => 0, 'timeout' => 0.001, 'maxLifetime' => 0, 'idleTime' => 0, 'jitter' => 0,
        'checkAfter' => 0, 'resetTimeout' => 0.001, 'cap' => 1];
    private const MOST = ['size' => 65_536, 'timeout' => 86_400, 'maxLifetime' => 31_536_000, 'idleTime' => 31_536_000,
        'jitter' => 1, 'checkAfter' => 31_536_000, 'resetTimeout' => 3_600, 'cap' => 65_536];
    private const POSITIONS = ['size' => 2, 'min' => 3, 'timeout' => 4, 'maxLifetime' => 5, 'idleTime' => 6, 'jitter' => 7,
        'checkAfter' => 8, 'resetTimeout' => 9, 'cap' => 12];

    public function __construct(
        public readonly Closure $connect,
        public readonly int $size,
        public readonly int $min,
        public readonly float $timeout,
        public readonly float $maxLifetime,
        public readonly float $idleTime,
        public readonly float $jitter,
        public readonly float $checkAfter,
        public readonly float $resetTimeout,
        public readonly ?Closure $setup,
        public readonly ?Closure $reset,
        public readonly ?int $cap,
        public readonly string $name,
    ) {
        foreach (self::LEAST as $name => $least) {
            $this->check($name, $least, self::MOST[$name] ?? $size);
        }
    }

    private function check(string $name, int|float $least, int|float $most): void
    {
        /** @var int|float|null $value */
        $value = $this->$name;
        if ($value === null || ($value >= $least && $value <= $most)) {
            return;
        }
        $position = self::POSITIONS[$name];
        throw new ValueError("Tern\Pool::__construct(): Argument #$position (\$$name) must be between $least and $most, "
            . Number::text($value) . ' given');
    }

    /** A time that is shorter by chance, so that not all connections are replaced at once. 0: never. */
    public function vary(float $seconds): float
    {
        return $seconds <= 0 ? INF : $seconds * (1 - $this->jitter * mt_rand() / mt_getrandmax());
    }
}
