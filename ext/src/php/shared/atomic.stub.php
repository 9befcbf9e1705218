<?php

/** @generate-class-entries */

namespace Swoole;

/**
 * A number of 32 bits, 0 to 4,294,967,295, that processes share. It is made before they are forked. All methods are
 * atomic; numbers that are out of range lose their higher bits, and sums begin at 0 again.
 *
 * @not-serializable
 */
class Atomic
{
    public function __construct(int $value = 0) {}

    /**
     * @return int the new value
     * @tentative-return-type
     */
    public function add(int $add_value = 1): int {}

    /**
     * @return int the new value
     * @tentative-return-type
     */
    public function sub(int $sub_value = 1): int {}

    /** @tentative-return-type */
    public function get(): int {}

    /** @tentative-return-type */
    public function set(int $value): void {}

    /**
     * Sets `$new_value` where the value is `$cmp_value`.
     *
     * @return bool whether it was
     * @tentative-return-type
     */
    public function cmpset(int $cmp_value, int $new_value): bool {}

    /**
     * Waits until the value is 1 and makes it 0, or until wakeup() is for this one. It should be 0 or 1. Suspends in a
     * coroutine, blocks the process outside.
     *
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return bool false when the time was over (ETIMEDOUT), it was cancelled, or the value is neither 0 nor 1 (EAGAIN)
     * @tentative-return-type
     */
    public function wait(float $timeout = 1.0): bool {}

    /**
     * Makes 0 into 1 and wakes those who wait. Without effect when the value is not 0.
     *
     * @param int $count how many of them continue, at least 1: one takes the value, the others leave it alone
     * @return bool true
     * @tentative-return-type
     */
    public function wakeup(int $count = 1): bool {}
}
