--TEST--
System: what does not fit into memory_limit is a failure, not a fatal error
--INI--
memory_limit=16M
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
Co\run(function () {
    $file = scratch('file');
    ftruncate(fopen($file, 'w'), 20 << 20);
    foreach ([fn () => System::readFile($file), fn () => System::readFile('/dev/zero'), fn () => System::readFile('/dev/urandom'),
              fn () => System::exec('cat /dev/zero'), fn () => System::fread(fopen($file, 'r'))] as $call) {
        var_dump($call(), swoole_last_error() === SWOOLE_ERROR_FILE_TOO_LARGE);
    }
    ftruncate(fopen($file, 'r+'), 10 << 20);
    var_dump(strlen(System::readFile($file)) === 10 << 20);
    var_dump(strlen(System::exec('head -c 5000000 /dev/zero')['output']));
    echo leftovers()[1], "\n";
});
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
int(5000000)
