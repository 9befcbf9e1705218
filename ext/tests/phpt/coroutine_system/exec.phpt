--TEST--
System::exec: output, exit code, signal, standard error, standard input
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
Co\run(function () {
    $show = fn (array|false $result) => print(json_encode($result) . "\n");
    $show(System::exec('echo hello; exit 3'));
    $show(System::exec('kill -KILL $$'));
    $show(System::exec('echo out; echo err >&2', true));
    $show(System::exec('cat; echo end'));
    $show(System::exec('exec >/dev/null; sleep 0.01; exit 4'));
    $show(System::exec('(sleep 0.01; echo later) &'));
    $show(System::exec('this-command-does-not-exist 2>/dev/null'));
    putenv('OF_THE_PROGRAM=seen');
    $show(System::exec('echo $OF_THE_PROGRAM'));
    echo strlen(System::exec('head -c 1000000 /dev/zero')['output']), "\n";
    foreach (['', "a\0b"] as $command) {
        try { System::exec($command); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
    }
    echo '[', leftovers()[1], "]\n";
});
?>
--EXPECTF--
{"code":3,"signal":0,"output":"hello\n"}
{"code":0,"signal":9,"output":""}
{"code":0,"signal":0,"output":"out\nerr\n"}
{"code":0,"signal":0,"output":"end\n"}
{"code":4,"signal":0,"output":""}
{"code":0,"signal":0,"output":"later\n"}
{"code":127,"signal":0,"output":""}
{"code":0,"signal":0,"output":"seen\n"}
1000000

Warning: Swoole\Coroutine\System::exec(): Argument #1 ($command) cannot be empty in %s on line %d
Swoole\Coroutine\System::exec(): Argument #1 ($command) must not contain any null bytes
[]
