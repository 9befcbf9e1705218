--TEST--
Thread\Queue: between processes, and in coroutines
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Thread\Map;
use Swoole\Thread\Queue;

$queue = new Queue;
var_dump(count($queue), $queue->pop(), $queue->pop(0.001), swoole_last_error() === SWOOLE_ERROR_NO_PAYLOAD);
foreach ([1, 'text', null, [1, 2], new ArrayObject([3]), new Map(['k' => 'v'])] as $value) $queue->push($value);
var_dump(count($queue), $queue->pop(), $queue->pop(-1), $queue->pop(1), $queue->pop()->toArray(), $queue->pop()[0], $queue->pop()['k']);
for ($i = 0; $i < 5000; ++$i) $queue->push($i);
for ($i = 0; $i < 5000; ++$i) if ($queue->pop() !== $i) echo "wrong\n";
$queue->push(1);
$queue->clean();
var_dump(count($queue));

echo "processes\n";
$results = new Queue;
$children = [];
for ($i = 0; $i < 4; ++$i) {
    $children[] = $pid = pcntl_fork();
    if ($pid !== 0) continue;
    for ($sum = 0; ($value = $queue->pop(-1)) !== 'end'; $sum += $value);
    $results->push($sum, Queue::NOTIFY_ONE);
    exit(0);
}
for ($i = 1; $i <= 2000; ++$i) $queue->push($i, $i % 2 === 0 ? Queue::NOTIFY_ONE : Queue::NOTIFY_ALL);
for ($i = 0; $i < 4; ++$i) $queue->push('end', Queue::NOTIFY_ALL);
for ($sum = 0, $i = 0; $i < 4; ++$i) $sum += $results->pop(-1);
foreach ($children as $child) pcntl_waitpid($child, $status);
var_dump($sum, count($queue));

echo "coroutines\n";
Co\run(function () use ($queue, $results) {
    $waiting = go(function () use ($queue, $results) {
        var_dump($queue->pop(-1));
        var_dump($queue->pop(-1));
        var_dump($queue->pop(0.001), swoole_last_error() === SWOOLE_ERROR_NO_PAYLOAD);
        $results->push('ready');
        var_dump($queue->pop(-1), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED);
    });
    $queue->push('one', Queue::NOTIFY_ONE);
    $queue->push('two');
    while ($results->count() === 0) Coroutine::sleep(0.001);
    var_dump($results->pop(), Coroutine::cancel($waiting));
});
?>
--EXPECTF--
int(0)
NULL
NULL
bool(true)
int(6)
int(1)
string(4) "text"
NULL
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
int(3)
string(1) "v"
int(0)
processes
int(2001000)
int(0)
coroutines
string(3) "one"
string(3) "two"
NULL
bool(true)
NULL
bool(true)
string(5) "ready"
bool(true)
