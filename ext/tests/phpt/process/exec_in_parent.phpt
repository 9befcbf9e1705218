--TEST--
Process::exec(): in the parent of a started process it replaces the parent; before start() it warns
--FILE--
<?php
use Swoole\Process;
$process = new Process(fn () => usleep(1000));
var_dump($process->exec('/bin/echo', ['not started']));
$process->start();
echo "started\n";
$process->exec('/bin/echo', ['replaced']);
echo "never\n";
?>
--EXPECTF--
Warning: Swoole\Process::exec(): the process has not started in %s on line 4
bool(false)
started
replaced
