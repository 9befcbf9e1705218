--TEST--
Atomic: processes share it, count exactly, and wake each other
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Atomic;
$narrow = new Atomic;
$wide = new Atomic\Long;
$gate = new Atomic;
$ready = new Atomic;
for ($i = 0; $i < 3; ++$i) {
    if (pcntl_fork() > 0) continue;
    $ready->add();
    $gate->wait(-1) or exit(1);
    for ($k = 0; $k < 20_000; ++$k) {
        $narrow->add();
        $wide->sub(3);
    }
    exit(0);
}
while ($ready->get() < 3) usleep(100);
while ($narrow->get() < 60_000) {
    $gate->wakeup(1);
    usleep(100);
}
for ($i = 0; $i < 3; ++$i) { pcntl_wait($status); var_dump(pcntl_wexitstatus($status)); }
var_dump($narrow->get(), $wide->get());

echo "set() wakes, too\n";
$gate->set(0);
$child = pcntl_fork();
if ($child === 0) exit($gate->wait(-1) && $gate->get() === 0 ? 0 : 1);
$gate->add();
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
?>
--EXPECT--
int(0)
int(0)
int(0)
int(60000)
int(-180000)
set() wakes, too
int(0)
