<?php

/** @generate-class-entries */

namespace Swoole\Atomic;

/**
 * A number of 64 bits, with a sign, that processes share. It is made before they are forked. All methods are atomic;
 * sums that are out of range wrap around.
 *
 * @not-serializable
 */
class Long
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
}
