--TEST--
Channel: a timeout ends a wait with SWOOLE_CHANNEL_TIMEOUT; 0 and less wait for ever; what is late loses nothing
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(1);
    var_dump($channel->pop(0.001), $channel->errCode === SWOOLE_CHANNEL_TIMEOUT, swoole_last_error() === SWOOLE_ERROR_CO_TIMEDOUT);
    var_dump($channel->pop(1e-9), $channel->errCode);
    $channel->push('kept');
    var_dump($channel->errCode);
    var_dump($channel->push('late', 0.001), $channel->errCode, $channel->length());
    var_dump($channel->pop(0.001), $channel->errCode);

    echo "shorter ones first\n";
    foreach ([30, 0.001, 0.015] as $timeout) {
        go(function () use ($channel, $timeout) { echo var_export($timeout, true) . ': ' . json_encode($channel->pop($timeout)) . "\n"; });
    }
    Co::sleep(0.02);
    echo json_encode($channel->stats()), "\n";
    $channel->push('in time');

    echo "for ever\n";
    foreach ([-1, 0, -0.5, NAN, INF] as $timeout) {
        go(function () use ($channel, $timeout) { echo var_export($timeout, true) . ': ' . json_encode($channel->pop($timeout)) . "\n"; });
    }
    Co::sleep(0.005);
    echo json_encode($channel->stats()), "\n";
    for ($i = 0; $i < 5; ++$i) $channel->push($i);
});
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(false)
int(-1)
int(0)
bool(false)
int(-1)
int(1)
string(4) "kept"
int(0)
shorter ones first
0.001: false
0.015: false
{"consumer_num":1,"producer_num":0,"queue_num":0}
30: "in time"
for ever
{"consumer_num":5,"producer_num":0,"queue_num":0}
-1: 0
0: 1
-0.5: 2
NAN: 3
INF: 4
