--TEST--
System::readFile, writeFile with LOCK_EX wait for the lock, and let others run meanwhile
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    $file = scratch('file');
    file_put_contents($file, 'old');
    $lock = fopen($file, 'r');
    flock($lock, LOCK_EX);
    Co::create(function () use ($file) {
        echo 'write: ' . System::writeFile($file, 'new', LOCK_EX) . "\n";
        echo 'read: ' . System::readFile($file, LOCK_EX) . "\n";
    });
    echo "waits\n";
    echo System::readFile($file), "\n";
    Co::sleep(0.01);
    echo System::readFile($file), "\n";
    flock($lock, LOCK_UN);
});
?>
--EXPECT--
waits
old
old
write: 3
read: new
