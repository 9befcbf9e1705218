--TEST--
Threads: the limit of memory is an exception, and freed memory is used again
--INI--
tern.thread_memory=8M
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Thread\Map;

$map = new Map;
try {
    for ($i = 0; ; ++$i) $map["key $i"] = str_repeat('x', 100_000);
} catch (Swoole\Exception $e) {
    echo $e->getMessage(), ' ', posix_strerror($e->getCode()), "\n";
}
var_dump($i > 20, $i < 64, strlen($map['key 5']), isset($map["key $i"]));
try {
    $map['list'] = array_fill(0, 100_000, str_repeat('y', 100));
} catch (Swoole\Exception $e) {
    echo $e->getMessage(), "\n";
}
$map->clean();
for ($i = 0; $i < 20_000; ++$i) $map["key " . $i % 100] = str_repeat('x', $i % 30_000);
var_dump(count($map));
for ($i = 0; $i < 1000; ++$i) $map['list'] = range(1, 100);
var_dump(count($map['list']));

echo "killed\n";
for ($i = 0; $i < 30; ++$i) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        $own = new Map;
        for ($k = 0; $k < 20; ++$k) $own[$k] = str_repeat('o', 100_000);
        posix_kill(posix_getpid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    if (!pcntl_wifsignaled($status)) echo "memory was lost\n";
}
$map->clean();
$map['large'] = str_repeat('l', 3_000_000);
var_dump(strlen($map['large']));
?>
--EXPECT--
The memory of threads is full: its limit is tern.thread_memory Cannot allocate memory
bool(true)
bool(true)
int(100000)
bool(false)
The memory of threads is full: its limit is tern.thread_memory
int(100)
int(100)
killed
int(3000000)
