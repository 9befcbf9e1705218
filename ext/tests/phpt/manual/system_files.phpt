--TEST--
Manual: readFile(), writeFile(), fread(), fwrite(), fgets()
--FILE--
<?php
use Swoole\Coroutine\System;
use function Swoole\Coroutine\run;

$file = __DIR__ . '/system_files.data';
run(function () use ($file) {
    var_dump(System::writeFile($file, "hello\nswoole\n"));
    var_dump(System::readFile($file));
    System::writeFile($file, "more\n", FILE_APPEND);
    $handle = fopen($file, 'a+');
    var_dump(System::fwrite($handle, "hello world\n", 5));
    fseek($handle, 0);
    var_dump(System::fgets($handle), System::fread($handle, 6));
    var_dump(System::fread($handle));
    var_dump(System::fgets($handle), feof($handle));
    fclose($handle);
    var_dump(System::readFile("$file.missing"), swoole_last_error());
});
?>
--CLEAN--
<?php
unlink(__DIR__ . '/system_files.data');
?>
--EXPECT--
int(13)
string(13) "hello
swoole
"
int(5)
string(6) "hello
"
string(6) "swoole"
string(11) "
more
hello"
string(0) ""
bool(true)
bool(false)
int(2)
