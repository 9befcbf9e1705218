--TEST--
Thread: 50 threads leave no descriptors, no processes, and get none that were not given to them
--FILE--
<?php
use Swoole\Thread;

function open_files(): array
{
    $names = [];
    foreach (scandir('/proc/self/fd') as $fd) {
        $names[$fd] = @readlink("/proc/self/fd/$fd");
    }
    return array_filter($names, fn ($name) => $name !== false && !str_contains($name, '/fd'));
}

(new Thread(__DIR__ . '/child.inc', 'exit', 0))->join();
$before = open_files();
for ($round = 0; $round < 5; ++$round) {
    $threads = [];
    for ($i = 0; $i < 10; ++$i) {
        $threads[] = new Thread(__DIR__ . '/child.inc', 'exit', $i);
    }
    foreach ($threads as $i => $thread) {
        if (!$thread->join() || $thread->getExitStatus() !== $i) {
            echo "thread $i: {$thread->getExitStatus()}\n";
        }
    }
}
unset($threads, $thread);
var_dump(array_diff_assoc(open_files(), $before), Thread::activeCount());
var_dump(glob('/proc/' . getmypid() . '/task/*/children') === [] || trim(file_get_contents('/proc/self/task/' . getmypid() . '/children')) === '');
$secret = fopen(__FILE__, 'r');
file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    foreach (glob("/proc/self/fd/*") as $fd) {
        if (@readlink($fd) === Swoole\Thread::getArguments()[0]) echo "it has $fd\n";
    }');
(new Thread($script, __FILE__))->join();
unlink($script);
?>
--EXPECT--
array(0) {
}
int(1)
bool(true)
