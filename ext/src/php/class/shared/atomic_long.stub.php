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

    /** @return int the new value */
    public function add(int $add_value = 1) {}

    /** @return int the new value */
    public function sub(int $sub_value = 1) {}

    /** @return int */
    public function get() {}

    /** @return void */
    public function set(int $value) {}

    /**
     * Sets `$new_value` where the value is `$cmp_value`.
     *
     * @return bool whether it was
     */
    public function cmpset(int $cmp_value, int $new_value) {}
}
