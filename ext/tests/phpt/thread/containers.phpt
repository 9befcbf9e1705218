--TEST--
Thread: containers are the same in all threads, as arguments and inside of others; they live as long as a thread may use them
--FILE--
<?php
use Swoole\Thread;

$map = new Thread\Map();
$sum = new Thread\Atomic\Long(0);
$list = new Thread\ArrayList();
$outer = new Thread\Map(['nested' => ['of' => 'main']]);
$threads = [];
for ($i = 1; $i <= 4; ++$i) {
    $threads[] = new Thread(__DIR__ . '/child.inc', 'add', $map, $i, $sum, $list, $outer);
}
foreach ($threads as $thread) {
    $thread->join();
}
$all = $list->toArray();
sort($all);
var_dump($map['sum'], $sum->get(), implode(',', $all), $outer['nested']['thread'] > 0);

// The last reference of this process ends before the thread asks for its arguments.
$queue = new Thread\Queue();
file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    fgets(STDIN);
    [$late, $queue] = Swoole\Thread::getArguments();
    $queue->push($late["key"], Swoole\Thread\Queue::NOTIFY_ONE);');
$late = new Thread\Map(['key' => 'value']);
$thread = new Thread($script, $late, $queue);
unset($late);
$thread->detach();
unset($thread);
var_dump($queue->pop(-1));
while (Thread::activeCount() > 1) usleep(1000);

// Threads of threads.
file_put_contents($script, '<?php
    use Swoole\Thread;
    [$file, $depth, $total] = Thread::getArguments();
    $total->add();
    $threads = [];
    for ($i = 0; $depth > 0 && $i < 2; ++$i) $threads[] = new Thread($file, $file, $depth - 1, $total);');
$total = new Thread\Atomic(0);
(new Thread($script, $script, 2, $total))->join();
var_dump($total->get(), Thread::activeCount());
unlink($script);
?>
--EXPECT--
int(10)
int(4)
string(7) "1,2,3,4"
bool(true)
string(5) "value"
int(7)
int(1)
