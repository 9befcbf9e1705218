--TEST--
Metrics: counters, gauges and histograms, with labels in order or by name
--FILE--
<?php
use Tern\Metrics;

$orders = Metrics::counter('orders', 'Orders.', ['shop', 'kind']);
$orders->inc(labels: ['north', 'new']);
$orders->inc(2.5, ['kind' => 'new', 'shop' => 'north']);
$orders->inc(1, ['north', 7]);
var_dump($orders->get(['north', 'new']), $orders->get(['north', '7']), $orders->get(['south', 'new']));
// The same metric, whoever asks for it, and with or without the end of its name.
var_dump(Metrics::counter('orders_total', 'Orders.', ['shop', 'kind'])->get(['north', 'new']));

$load = Metrics::gauge('load');
$load->set(-4);
$load->inc();
$load->inc(0.5);
$load->dec(2);
$load->dec();
var_dump($load->get());

$time = Metrics::histogram('time_seconds', 'Time.', ['of'], [0.1, 1, 10]);
foreach ([0.1, 0.2, 5, 50] as $seconds) {
    $time->observe($seconds, ['x']);
}
Metrics::histogram('usual')->observe(3);
$all = Metrics::collect();
echo json_encode($all['time_seconds']), "\n";
echo json_encode($all['usual']['samples'][0]['buckets']), "\n";
echo json_encode($all['orders_total']), "\n";
echo json_encode($all['load']), "\n";
?>
--EXPECT--
float(3.5)
float(1)
float(0)
float(3.5)
float(-5.5)
{"type":"histogram","help":"Time.","samples":[{"labels":{"of":"x"},"buckets":{"0.1":1,"1.0":2,"10.0":3,"+Inf":4},"sum":55.3,"count":4}]}
{"0.005":0,"0.01":0,"0.025":0,"0.05":0,"0.1":0,"0.25":0,"0.5":0,"1.0":0,"2.5":0,"5.0":1,"10.0":1,"+Inf":1}
{"type":"counter","help":"Orders.","samples":[{"labels":{"shop":"north","kind":"new"},"value":3.5},{"labels":{"shop":"north","kind":"7"},"value":1}]}
{"type":"gauge","help":"","samples":[{"labels":[],"value":-5.5}]}
