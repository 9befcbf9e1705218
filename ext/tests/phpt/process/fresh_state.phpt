--TEST--
Process: what a child does not have of its parent
--FILE--
<?php
use Swoole\Process;
class Loud
{
    public function __construct(private string $of) {}
    public function __destruct() { echo "destructor of the $this->of in the {$GLOBALS['where']}\n"; }
}
$where = 'parent';
$parents = new Loud('parent');
$random = mt_rand();
register_shutdown_function(fn () => print("shutdown of the parent in the $where\n"));
ob_start();
echo "buffered by the parent\n";
Swoole\Timer::after(1, fn () => print("timer in the $where\n"));
$numbers = [];
for ($n = 0; $n < 2; $n++) {
    $process = new Process(function (Process $process) {
        global $where, $childs;
        $where = 'child';
        $childs = new Loud('child');
        register_shutdown_function(fn () => print("shutdown of the child\n"));
        $process->write(mt_rand() . ' ' . ob_get_level() . ' ' . count(iterator_to_array(Swoole\Timer::list())));
    });
    $process->start();
    [$numbers[], $level, $timers] = explode(' ', $process->read());
    echo "buffers $level, timers $timers, code ", Process::wait()['code'], "\n";
}
var_dump($numbers[0] !== $numbers[1]);
ob_end_flush();
?>
--EXPECT--
shutdown of the child
destructor of the child in the child
shutdown of the child
destructor of the child in the child
buffered by the parent
buffers 0, timers 0, code 0
buffers 0, timers 0, code 0
bool(true)
shutdown of the parent in the parent
timer in the parent
destructor of the parent in the parent
