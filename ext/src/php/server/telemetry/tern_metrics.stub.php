<?php

/** @generate-class-entries */

namespace Tern;

/**
 * Metrics of a program and of the server, for Prometheus. A metric is shared by all processes of the server, whether it
 * is declared before start() or later, in one worker or in each: declaring it again in the same way finds it. Nothing
 * here suspends.
 *
 * There is room for 1000 metrics and about 49,000 series (a series is one set of label values) in 8 MB, which are used
 * as they are needed.
 *
 * @not-serializable
 */
final class Metrics
{
    private function __construct() {}

    /**
     * What only grows.
     *
     * @param string $name letters, digits, "_" and ":", at most 200 bytes; the end "_total" is added where it is missing.
     *     "tern_" is for the server's own
     * @param string $help what it counts, a line, at most 1000 bytes of UTF-8
     * @param string[] $labels names of its labels, at most 16: letters, digits and "_"
     * @throws \ValueError if a name is not allowed, is taken by another kind of metric or has other labels there
     * @throws \Swoole\Exception if there is no room
     */
    public static function counter(string $name, string $help = '', array $labels = []): Metrics\Counter {}

    /**
     * What rises and falls. The same rules as for counter().
     *
     * @param string[] $labels
     * @throws \ValueError
     * @throws \Swoole\Exception
     */
    public static function gauge(string $name, string $help = '', array $labels = []): Metrics\Gauge {}

    /**
     * How often values were at most so large. The same rules as for counter(); "le" is no name of a label.
     *
     * @param string[] $labels
     * @param float[] $buckets upper bounds, ascending, at most 100; the one for all others is added; empty: 0.005, 0.01,
     *     0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
     * @throws \ValueError
     * @throws \Swoole\Exception
     */
    public static function histogram(string $name, string $help = '', array $labels = [], array $buckets = []): Metrics\Histogram {}

    /**
     * All metrics, those of the running server and the program's, as text.
     *
     * @param bool $openmetrics OpenMetrics 1.0 (application/openmetrics-text; version=1.0.0; charset=utf-8), not
     *     Prometheus' format (text/plain; version=0.0.4)
     */
    public static function render(bool $openmetrics = false): string {}

    /**
     * The same as an array: by the name of the metric (counters with "_total") its type, help and samples; a sample has
     * labels (by name) and value, or, of a histogram, labels, buckets (by bound: how many values are at most that), sum
     * and count.
     *
     * @return array<string, array{type: string, help: string, samples: list<array<string, mixed>>}>
     */
    public static function collect(): array {}
}
