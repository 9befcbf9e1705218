--TEST--
System::readFile, writeFile: what goes wrong, false or thrown
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
Co\run(function () {
    echo why(System::readFile(scratch('none'))), "\n";
    echo why(System::readFile('/tmp')), "\n";
    echo why(System::writeFile('/tmp', 'x')), "\n";
    echo why(System::writeFile(scratch('none') . '/x', 'x')), "\n";
    echo why(System::writeFile('/dev/full', 'x')), "\n";
    echo why(System::writeFile('/dev/full', str_repeat('x', 1000000))), "\n";
    foreach ([fn () => System::readFile("a\0b"), fn () => System::writeFile("a\0b", ''), fn () => System::statvfs("a\0b")] as $call) {
        try { $call(); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
    }
});
try { System::readFile(__FILE__); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { Co::writeFile('/dev/null', ''); } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
false: No such file or directory
false: Is a directory
false: Is a directory
false: No such file or directory
false: No space left on device
false: No space left on device
Swoole\Coroutine\System::readFile(): Argument #1 ($filename) must not contain any null bytes
Swoole\Coroutine\System::writeFile(): Argument #1 ($filename) must not contain any null bytes
Swoole\Coroutine\System::statvfs(): Argument #1 ($path) must not contain any null bytes
Swoole\Error: API must be called in the coroutine
API must be called in the coroutine
