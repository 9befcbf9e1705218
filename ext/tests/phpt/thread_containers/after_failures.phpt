--TEST--
Threads: a value that cannot be serialized changes nothing; an object of a lock gives back its own holds only; clean() needs no memory
--INI--
tern.thread_memory=8M
--FILE--
<?php
use Swoole\Thread\{ArrayList, Lock, Map, Queue};

final class Refused
{
    public string $name = 'some text in front';
    public mixed $code;
}
$refused = new Refused();
$refused->code = fn() => 1;
$map = new Map(['kept' => 1]);
$list = new ArrayList();
$queue = new Queue();
$failed = 0;
for ($i = 0; $i < 100; ++$i) {
    foreach ([
        fn() => $map['x'] = $refused,
        fn() => $map->add('x', $refused),
        fn() => $list[] = $refused,
        fn() => $queue->push($refused),
        fn() => $map['x'] = [1, [$refused]],
    ] as $store) {
        try {
            $store();
        } catch (Exception $e) {
            ++$failed;
        }
        $texts[] = str_repeat((string) $failed, 200);  // in memory that was freed
    }
}
foreach ($texts as $i => $text) {
    if ($text !== str_repeat((string) ($i + 1), 200)) echo "damaged\n";
}
var_dump($failed, $map->toArray(), count($list), count($queue));

$lock = new Lock(SWOOLE_RWLOCK);
$all = new Map(['lock' => $lock]);
$lock->lock();
var_dump($all['lock']->lock(LOCK_EX | LOCK_NB), $all['lock']->lock(LOCK_SH, 0.001));
var_dump($lock->unlock());

foreach ([new Map(), new ArrayList()] as $full) {
    for ($i = 0; $i < 100; ++$i) $full[$i] = $i;
    for ($i = 0; $i < 60; ++$i) unset($full[count($full) - 1]);
    try {
        for ($i = 0; ; ++$i) $full[count($full)] = str_repeat('x', 60);
    } catch (Swoole\Exception) {
    }
    $full->clean();
    $full[0] = 'again';
    var_dump($i > 1000, $full->toArray());
}
try {
    $full[] = str_repeat('x', 7 << 20);
} catch (Swoole\Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
int(500)
array(1) {
  ["kept"]=>
  int(1)
}
int(0)
int(0)
bool(false)
bool(false)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(5) "again"
}
bool(true)
array(1) {
  [0]=>
  string(5) "again"
}
The memory of threads is full: its limit is tern.thread_memory
