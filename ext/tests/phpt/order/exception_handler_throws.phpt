--TEST--
What an exception handler throws itself ends the program as PHP's fatal error, exit() there with its text and status
--EXTENSIONS--
pcntl
--FILE--
<?php
foreach ([fn() => throw new Exception('from the handler'), fn() => exit('exit'), fn() => exit(3)] as $handler) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        set_exception_handler($handler);
        Swoole\Coroutine\run(function () { throw new Exception('inner'); });
    }
    pcntl_waitpid($pid, $code);
    echo "\nstatus ", pcntl_wexitstatus($code), "\n";
}
?>
--EXPECTF--

Fatal error: Uncaught Exception: from the handler in %s:%d
Stack trace:
#0 [internal function]: %s(Object(Exception))
#1 {main}
  thrown in %s on line 2

status 255
exit
status 0

status 3
