<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

/** A token bucket: allows a rate per second, and a burst of its size. */
final class Bucket
{
    private float $left;
    private float $filled = 0;

    public function __construct(private readonly int $per_second, private readonly int $size)
    {
        $this->left = $size;
    }

    /**
     * @param float $now seconds, of any clock
     * @return bool false: that is too much
     */
    public function take(float $now): bool
    {
        $this->left = min($this->size, $this->left + ($now - $this->filled) * $this->per_second);
        $this->filled = $now;
        if ($this->left < 1) {
            return false;
        }
        --$this->left;
        return true;
    }
}
