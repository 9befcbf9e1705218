--TEST--
System: a file that one coroutine writes and another reads, and programs side by side
--FILE--
<?php
use Swoole\Coroutine\System;
Co\run(function () {
    $file = tempnam(sys_get_temp_dir(), 'tern');
    go(function () use ($file) { echo System::writeFile($file, 'content'), ' bytes, '; });
    echo System::readFile($file), ', ';
    unlink($file);
    $results = Swoole\Coroutine\map(['one', 'two'], fn ($word) => trim(System::exec("echo $word")['output']));
    echo implode(' ', $results), "\n";
});
?>
--EXPECT--
7 bytes, content, one two
