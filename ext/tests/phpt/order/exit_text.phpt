--TEST--
exit() in a coroutine prints a text and what can be one
--EXTENSIONS--
pcntl
--FILE--
<?php
foreach (['text', new class { public function __toString(): string { return 'object'; } }] as $status) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        Swoole\Coroutine\run(function () use ($status) { exit($status); });
    }
    pcntl_waitpid($pid, $code);
    echo ' ', pcntl_wexitstatus($code), "\n";
}
?>
--EXPECT--
text 0
object 0
