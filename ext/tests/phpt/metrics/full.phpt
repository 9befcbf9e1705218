--TEST--
Metrics: without room a metric is refused; an update of a new series is lost, counted and logged once
--FILE--
<?php
use Tern\Metrics;

$before = Metrics::counter('c0', '', ['l']);
for ($i = 1; $i < 1000; ++$i) {
    Metrics::gauge("g$i");
}
try {
    Metrics::gauge('more');
} catch (Swoole\Exception $full) {
    echo $full->getMessage(), "\n";
}
for ($i = 0; $i < 60000; ++$i) {
    $before->inc(1, [$i]);
}
$before->inc(1, [0]);
$all = Metrics::collect();
$series = $all['tern_metrics_series']['samples'][0]['value'];
var_dump($before->get([0]), $before->get([59999]), $series);
var_dump($all['tern_metrics_lost_total']['samples'][0]['value'] === 60000 - ($series - 999));
?>
--EXPECTF--
there is no room for metric "more": 1000 metrics, 49152 series and 8388608 bytes are the limits
[%s]	WARNING	metrics: there is no room for another series, as of "c0", beside 49152 others: updates are lost
float(2)
float(0)
float(49152)
bool(true)
