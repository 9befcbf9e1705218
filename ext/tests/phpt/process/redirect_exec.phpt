--TEST--
Process: standard input and output are the pipe; exec
--SKIPIF--
<?php if (!is_executable('/bin/cat')) die('skip no /bin/cat'); ?>
--FILE--
<?php
use Swoole\Process;
$process = new Process(function (Process $process) {
    echo "printed\n";
    $list = [1, 'two', 2.5];
    var_dump($process->exec('/no/such/program', $list));
    var_dump($list === [1, 'two', 2.5]);
    $process->exec('/bin/cat', ['-']);
}, true);
$process->start();
$process->write("through cat\n");
$text = '';
while (!str_contains($text, 'cat')) $text .= $process->read();
echo $text;
Process::kill($process->pid, SIGKILL);
var_dump(Process::wait()['signal'], $process->read());
?>
--EXPECTF--
printed

Warning: Swoole\Process::exec(): /no/such/program: No such file or directory in %s on line %d
bool(false)
bool(true)
through cat
int(9)
string(0) ""
