--TEST--
Thread: a process that a thread forks has its containers; containers that the parent frees meanwhile are errors, not damage
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Thread;

file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    [$map, $atomic] = Swoole\Thread::getArguments();
    for ($i = 0; $i < 20; ++$i) {
        if (pcntl_fork() === 0) {
            $own = new Swoole\Thread\Map(["own" => [$i]]);
            $map->incr("sum", $own["own"][0]);
            $atomic->add();
            exit;
        }
    }
    while (pcntl_wait($status) > 0);
    echo json_encode([$map->toArray(), $atomic->get()]), "\n";');
$map = new Thread\Map(['a' => 1]);
$atomic = new Thread\Atomic();
$thread = new Thread($script, $map, $atomic);
$thread->join();
var_dump($map['sum'], $atomic->get(), $thread->getExitStatus());
unlink($script);

// A child uses an atomic that the parent has freed in the meantime, or not: both know that.
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$freed = new Thread\Atomic(1);
if (pcntl_fork() === 0) {
    fgets($there);
    try {
        $value = $freed->add();
        echo "an own reference: $value\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    exit;
}
unset($freed);
fwrite($here, "\n");
pcntl_wait($status);
$texts = new Thread\Map();
for ($i = 0; $i < 100; ++$i) $texts[$i] = str_repeat('t', 60);
var_dump(array_unique($texts->values()) === [str_repeat('t', 60)]);
?>
--EXPECTREGEX--
\[\{"a":1,"sum":190\},20\]
int\(190\)
int\(20\)
int\(0\)
(an own reference: 2|Error: The object of threads was freed)
bool\(true\)
