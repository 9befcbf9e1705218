--TEST--
Manual: Channel: a producer, a consumer, and its end
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use function Swoole\Coroutine\run;

run(function () {
    $channel = new Channel(1);
    Coroutine::create(function () use ($channel) {
        for ($i = 0; $i < 3; $i++) {
            Coroutine::sleep(0.001);
            $channel->push(['index' => $i]);
            echo "pushed $i\n";
        }
        $channel->close();
    });
    Coroutine::create(function () use ($channel) {
        while (($data = $channel->pop(2.0)) !== false) echo json_encode($data), "\n";
        var_dump($channel->errCode === SWOOLE_CHANNEL_CLOSED, $channel->push('late'), $channel->close());
    });
});

$channel = new chan(2);
var_dump($channel->capacity, $channel->push('a'), $channel->length(), $channel->isFull(), $channel->isEmpty(), $channel->stats());
Co\run(function () use ($channel) {
    var_dump($channel->pop(), $channel->pop(0.001), $channel->errCode === SWOOLE_CHANNEL_TIMEOUT);
});
?>
--EXPECT--
{"index":0}
pushed 0
{"index":1}
pushed 1
{"index":2}
pushed 2
bool(true)
bool(false)
bool(false)
int(2)
bool(true)
int(1)
bool(false)
bool(false)
array(3) {
  ["consumer_num"]=>
  int(0)
  ["producer_num"]=>
  int(0)
  ["queue_num"]=>
  int(1)
}
string(1) "a"
bool(false)
bool(true)
