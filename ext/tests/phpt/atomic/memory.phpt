--TEST--
Atomic: ten thousand need no page each; a slot is given again, but not where a child may use it
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Atomic;
function shared_kb() { preg_match('/RssShmem:\s+(\d+)/', file_get_contents('/proc/self/status'), $m); return $m[1]; }
$before = shared_kb();
$all = [];
for ($i = 0; $i < 10_000; ++$i) $all[] = new Atomic($i);
var_dump(shared_kb() - $before <= 768);
for ($i = 0; $i < 10_000; ++$i) if ($all[$i]->get() !== $i) echo "wrong\n";
for ($i = 0; $i < 100_000; ++$i) $one = new Atomic;
var_dump(shared_kb() - $before <= 768);
$all = [];

$number = new Atomic(1);
$go = new Atomic;
$child = pcntl_fork();
if ($child === 0) {
    $own = new Atomic(7);
    $go->wait(-1);
    exit($number->get() === 1 && $own->get() === 7 ? 0 : 1);
}
unset($number);
for ($i = 0; $i < 20_000; ++$i) $all[] = new Atomic(99);
$go->wakeup();
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
?>
--EXPECT--
bool(true)
bool(true)
int(0)
