<?php

/** @generate-class-entries */

namespace Swoole\Thread {
    /**
     * As Swoole\Atomic, of threads.
     *
     * @not-serializable
     */
    final class Atomic
    {
        public function __construct(int $value = 0) {}

        /** @implementation-alias Swoole\Atomic::add */
        public function add(int $add_value = 1): int {}

        /** @implementation-alias Swoole\Atomic::sub */
        public function sub(int $sub_value = 1): int {}

        /** @implementation-alias Swoole\Atomic::get */
        public function get(): int {}

        /** @implementation-alias Swoole\Atomic::set */
        public function set(int $value): void {}

        /** @implementation-alias Swoole\Atomic::cmpset */
        public function cmpset(int $cmp_value, int $new_value): bool {}

        /** @implementation-alias Swoole\Atomic::wait */
        public function wait(float $timeout = 1.0): bool {}

        /** @implementation-alias Swoole\Atomic::wakeup */
        public function wakeup(int $count = 1): bool {}
    }
}

namespace Swoole\Thread\Atomic {
    /**
     * As Swoole\Atomic\Long, of threads.
     *
     * @not-serializable
     */
    final class Long
    {
        public function __construct(int $value = 0) {}

        /** @implementation-alias Swoole\Atomic\Long::add */
        public function add(int $add_value = 1): int {}

        /** @implementation-alias Swoole\Atomic\Long::sub */
        public function sub(int $sub_value = 1): int {}

        /** @implementation-alias Swoole\Atomic\Long::get */
        public function get(): int {}

        /** @implementation-alias Swoole\Atomic\Long::set */
        public function set(int $value): void {}

        /** @implementation-alias Swoole\Atomic\Long::cmpset */
        public function cmpset(int $cmp_value, int $new_value): bool {}
    }
}
