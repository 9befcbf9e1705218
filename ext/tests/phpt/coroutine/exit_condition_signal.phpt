--TEST--
Coroutine::set(['exit_condition' => ...]): while it is false, a program goes on that only has a handler for a signal; its exit code counts
--FILE--
<?php
$program = <<<'PHP'
$signals = 0;
Co::set(['exit_condition' => function () use (&$signals) { return $signals > 0; }]);
Swoole\Process::signal(SIGUSR1, function () use (&$signals) { echo "signal\n"; ++$signals; END });
echo "main ends\n";
PHP;
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
foreach (['', 'exit(7);'] as $end) {
    $command = [PHP_BINARY, '-n', '-d', "extension=$match[0]", '-r', str_replace('END', $end, $program)];
    $pipes = [];
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    echo fgets($pipes[1]);
    Swoole\Process::kill(proc_get_status($process)['pid'], SIGUSR1);
    echo stream_get_contents($pipes[1]), proc_close($process), "\n";
}
?>
--EXPECT--
main ends
signal
0
main ends
signal
7
