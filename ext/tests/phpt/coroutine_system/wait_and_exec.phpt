--TEST--
System: wait() does not take the commands of exec()
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
[$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$child = pcntl_fork();
if ($child === 0) { fclose($ours); fread($its, 1); pcntl_exec('/bin/sh', ['-c', 'exit 9']); }
fclose($its);
Co\run(function () use ($child, $ours) {
    Co::create(function () use ($child) {
        $end = System::wait();
        echo $end['pid'] === $child ? 'the child' : 'somebody else', ' ', $end['code'], "\n";
    });
    for ($i = 0; $i < 5; $i++) {
        Co::create(function () use ($i, $ours) {
            echo System::exec("exit $i")['code'] === $i ? "command\n" : "wrong\n";
            if ($i === 4) fclose($ours);
        });
        Co::sleep(0.002);
    }
    // The only children are commands: wait() ends when they do.
    while (leftovers()[1] !== '') Co::sleep(0.001);
    $slow = null;
    Co::create(function () use (&$slow) { $slow = System::exec('sleep 0.01; echo slow')['output']; });
    echo why(System::wait()), "\n";
    while ($slow === null) Co::sleep(0.001);
    echo $slow;
});
?>
--EXPECT--
command
command
command
command
command
the child 9
false: No child processes
slow
