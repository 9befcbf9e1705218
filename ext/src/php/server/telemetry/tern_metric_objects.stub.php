<?php

/** @generate-class-entries */

/**
 * What Tern\Metrics declares. Each method takes the values of the labels, in their order or by name: strings (bytes that
 * are no UTF-8 become "?") or integers, together at most 1000 bytes. Where there is no room for another set of values the
 * update is lost: that is counted (tern_metrics_lost_total), and logged the first time.
 */
namespace Tern\Metrics {

    /** @not-serializable */
    final class Counter
    {
        private function __construct() {}

        /**
         * @param float $value 0 and more, finite
         * @phpstan-param array<int|string> $labels
         * @throws \ValueError if it is not, or the labels are not those that were declared
         */
        public function inc(float $value = 1, array $labels = []): void {}

        /**
         * The sum of all processes.
         *
         * @phpstan-param array<int|string> $labels
         */
        public function get(array $labels = []): float {}
    }

    /** @not-serializable */
    final class Gauge
    {
        private function __construct() {}

        /**
         * @phpstan-param array<int|string> $labels
         * @throws \ValueError if the labels are not those that were declared
         */
        public function set(float $value, array $labels = []): void {}

        /**
         * @phpstan-param array<int|string> $labels
         * @throws \ValueError
         */
        public function inc(float $value = 1, array $labels = []): void {}

        /**
         * @phpstan-param array<int|string> $labels
         * @throws \ValueError
         */
        public function dec(float $value = 1, array $labels = []): void {}

        /** @phpstan-param array<int|string> $labels */
        public function get(array $labels = []): float {}
    }

    /** @not-serializable */
    final class Histogram
    {
        private function __construct() {}

        /**
         * @phpstan-param array<int|string> $labels
         * @throws \ValueError if it is NAN, or the labels are not those that were declared
         */
        public function observe(float $value, array $labels = []): void {}
    }
}
