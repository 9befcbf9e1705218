--TEST--
Process: with $redirect_stdin_and_stdout its standard error is the pipe, too
--FILE--
<?php
$process = new Swoole\Process(function () {
    fwrite(STDERR, "error\n");
}, true);
$process->start();
var_dump($process->read());
Swoole\Process::wait();
?>
--EXPECT--
string(6) "error
"
