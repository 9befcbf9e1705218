<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use DateInterval;
use DateTimeInterface;
use Psr\Cache\CacheItemInterface;
use Tern\Internal\Interval;
use function is_float;
use function is_int;

/** An item of a Tern\Cache\Psr6Pool. */
final class Psr6Item implements CacheItemInterface
{
    /** Seconds since 1970; null: without a limit. */
    private ?float $expires = null;

    /** @param bool $isHit whether it was found, with this value */
    public function __construct(private readonly string $key, private mixed $value, private bool $isHit)
    {
    }

    public function getKey(): string
    {
        return $this->key;
    }

    public function get(): mixed
    {
        return $this->isHit ? $this->value : null;
    }

    public function isHit(): bool
    {
        return $this->isHit;
    }

    /** @param mixed $value */
    public function set($value): static
    {
        $this->value = $value;
        return $this;
    }

    /** @param DateTimeInterface|null $expiration */
    public function expiresAt($expiration): static
    {
        if ($expiration !== null && !$expiration instanceof DateTimeInterface) {
            throw new Psr6InvalidArgument('An expiration is null or a DateTimeInterface, ' . get_debug_type($expiration) . ' given');
        }
        $this->expires = $expiration === null ? null : (float) $expiration->format('U.u');
        return $this;
    }

    /** @param int|DateInterval|null $time */
    public function expiresAfter($time): static
    {
        $this->expires = match (true) {
            $time === null => null,
            is_int($time), is_float($time) => microtime(true) + $time,
            $time instanceof DateInterval => microtime(true) + Interval::seconds($time),
            default => throw new Psr6InvalidArgument('A time to live is null, an int or a DateInterval, ' . get_debug_type($time) . ' given'),
        };
        return $this;
    }

    /** What was set, whether it is stored or not. */
    public function content(): mixed
    {
        return $this->value;
    }

    /** Seconds from now; null: without a limit. */
    public function timeToLive(): ?float
    {
        return $this->expires === null ? null : $this->expires - microtime(true);
    }

    /** As the pool returns it while its value waits for commit(). */
    public function asFound(): self
    {
        $found = clone $this;
        $left = $this->timeToLive();
        $found->isHit = $left === null || $left > 0;
        return $found;
    }
}
