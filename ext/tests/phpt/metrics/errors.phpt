--TEST--
Metrics: names, labels and values that cannot be are refused
--FILE--
<?php
use Tern\Metrics;

function refused(callable $try): void
{
    try {
        $try();
        echo "nothing\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

foreach (['', '1a', 'a-b', 'ä', '_total', str_repeat('a', 201), 'tern_x'] as $name) {
    refused(fn () => Metrics::counter($name));
}
refused(fn () => Metrics::gauge('g', "\xff"));
refused(fn () => Metrics::gauge('g', str_repeat('a', 1001)));
foreach ([['a-b'], ['a:b'], ['__a'], [''], [5], ['a', 'a'], range(1, 17)] as $labels) {
    refused(fn () => Metrics::gauge('g', '', $labels));
}
refused(fn () => Metrics::histogram('h', '', ['le']));
foreach ([[1, 1], [2, 1], [INF], ['x'], range(1, 101)] as $buckets) {
    refused(fn () => Metrics::histogram('h', '', [], $buckets));
}
$counter = Metrics::counter('c', '', ['a', 'b']);
refused(fn () => Metrics::counter('c', '', ['a']));
refused(fn () => Metrics::gauge('c', '', ['a', 'b']));
refused(fn () => Metrics::gauge('c_total'));
foreach ([-1, NAN, INF] as $value) {
    refused(fn () => $counter->inc($value, ['x', 'y']));
}
foreach ([[], ['x'], ['x', 'y', 'z'], ['a' => 'x', 'c' => 'y'], ['x', null], ['x', 1.5], [str_repeat('x', 600), str_repeat('x', 401)]] as $labels) {
    refused(fn () => $counter->inc(1, $labels));
}
refused(fn () => $counter->get(['x']));
refused(fn () => Metrics::gauge('plain')->set(1, ['x']));
refused(fn () => Metrics::histogram('h')->observe(NAN));
refused(fn () => Metrics::gauge('plain')->set());
refused(fn () => Metrics::histogram('h')->observe());
refused(fn () => new Metrics());
refused(fn () => clone $counter);
refused(fn () => serialize($counter));
?>
--EXPECTF--
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "1a" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "a-b" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "ä" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "_total" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must be letters, digits, "_" and ":", no digit first, at most 200 bytes, "aaa%saaa" given
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must not begin with "tern_", as the server's own metrics do, "tern_x" given
ValueError: Tern\Metrics::gauge(): Argument #2 ($help) must be UTF-8 of at most 1000 bytes
ValueError: Tern\Metrics::gauge(): Argument #2 ($help) must be UTF-8 of at most 1000 bytes
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "a-b" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "a:b" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "__a" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must not name a label twice, "a" given
ValueError: Tern\Metrics::gauge(): Argument #3 ($labels) must have at most 16 names, has 17
ValueError: Tern\Metrics::histogram(): Argument #3 ($labels) must be names of letters, digits and "_", not "__...", nor "le" of a histogram, "le" given
ValueError: Tern\Metrics::histogram(): Argument #4 ($buckets) must be at most 100 finite numbers, ascending
ValueError: Tern\Metrics::histogram(): Argument #4 ($buckets) must be at most 100 finite numbers, ascending
ValueError: Tern\Metrics::histogram(): Argument #4 ($buckets) must be at most 100 finite numbers, ascending
ValueError: Tern\Metrics::histogram(): Argument #4 ($buckets) must be at most 100 finite numbers, ascending
ValueError: Tern\Metrics::histogram(): Argument #4 ($buckets) must be at most 100 finite numbers, ascending
ValueError: Tern\Metrics::counter(): Argument #1 ($name) must not be that of a metric of another kind, or with other labels or buckets, "c" given
ValueError: Tern\Metrics::gauge(): Argument #1 ($name) must not be that of a metric of another kind, or with other labels or buckets, "c" given
ValueError: Tern\Metrics::gauge(): Argument #1 ($name) must not lead to samples with names of metric "c", "c_total" given
ValueError: Tern\Metrics\Counter::inc(): Argument #1 ($value) must be 0 or more, and finite, -1 given
ValueError: Tern\Metrics\Counter::inc(): Argument #1 ($value) must be 0 or more, and finite, NAN given
ValueError: Tern\Metrics\Counter::inc(): Argument #1 ($value) must be 0 or more, and finite, INF given
ValueError: Metric "c" has 2 labels: their values must be given, in order or by name
ValueError: Metric "c" has 2 labels: their values must be given, in order or by name
ValueError: Metric "c" has 2 labels: their values must be given, in order or by name
ValueError: Metric "c" has 2 labels: their values must be given, in order or by name
TypeError: The value of label "b" must be of type string|int, null given
TypeError: The value of label "b" must be of type string|int, float given
ValueError: The values of labels must have at most 1000 bytes together
ValueError: Metric "c" has 2 labels: their values must be given, in order or by name
ValueError: Metric "plain" has 0 labels: their values must be given, in order or by name
ValueError: Tern\Metrics\Histogram::observe(): Argument #1 ($value) must not be NAN
ArgumentCountError: Tern\Metrics\Gauge::set() expects at least 1 argument, 0 given
ArgumentCountError: Tern\Metrics\Histogram::observe() expects at least 1 argument, 0 given
Error: Call to private Tern\Metrics::__construct() from global scope
Error: Trying to clone an uncloneable object of class Tern\Metrics\Counter
Exception: Serialization of 'Tern\Metrics\Counter' is not allowed
