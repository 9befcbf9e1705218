--TEST--
System: readFile(), writeFile() and statvfs() throw for an empty path
--FILE--
<?php
use Swoole\Coroutine\System;

Co\run(function () {
    foreach ([fn () => System::readFile(''), fn () => System::writeFile('', 'x'), fn () => System::statvfs('')] as $call) {
        try { var_dump($call()); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
    }
});
?>
--EXPECT--
Filename cannot be empty
Filename cannot be empty
Path cannot be empty
