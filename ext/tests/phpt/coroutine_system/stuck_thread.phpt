--TEST--
System: a thread that is stuck does not keep a program from ending
--EXTENSIONS--
posix
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$pipe = scratch('pipe');
posix_mkfifo($pipe, 0600);
Co\run(function () use ($pipe) {
    cancel_both_ways('write', fn () => System::writeFile($pipe, 'nobody reads this'));
    $cid = Co::create(function () use ($pipe) { var_dump(System::writeFile($pipe, 'nor this')); });
    Co::sleep(0.01);
    Co::cancel($cid);
});
echo "end\n";
?>
--EXPECT--
write: false 10017, Swoole\Coroutine\CanceledException 10017
bool(false)
end
