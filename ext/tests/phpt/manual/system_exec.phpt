--TEST--
Manual: exec() returns code, signal and output
--FILE--
<?php
use Swoole\Coroutine\System;
use function Swoole\Coroutine\run;

run(function () {
    print_r(System::exec('echo hello; exit 3'));
    var_dump(System::exec('echo error >&2', true)['output'], System::exec('kill -9 $$')['signal']);
    Co::set(['socket_read_timeout' => 10]);
    var_dump(strlen(System::exec('head -c 100000 /dev/zero')['output']));
});
?>
--EXPECT--
Array
(
    [code] => 3
    [signal] => 0
    [output] => hello

)
string(6) "error
"
int(9)
int(100000)
