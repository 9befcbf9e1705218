--TEST--
exit() in a coroutine takes what PHP takes: a number is the status, anything else is printed
--EXTENSIONS--
pcntl
--FILE--
<?php
foreach (['text', 1.5, true, new class { public function __toString(): string { return 'object'; } }] as $status) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        Swoole\Coroutine\run(function () use ($status) { exit($status); });
    }
    pcntl_waitpid($pid, $code);
    echo ' ', pcntl_wexitstatus($code), "\n";
}
Swoole\Coroutine\run(function () {
    try {
        exit(new stdClass);
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
    }
});
?>
--EXPECT--
text 0
1.5 0
1 0
object 0
Error: Object of class stdClass could not be converted to string
