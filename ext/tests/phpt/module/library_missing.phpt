--TEST--
Module: without the library of a coding the rest works
--SKIPIF--
<?php
require __DIR__ . '/libraries.inc';
if (str_contains(file_get_contents('/proc/self/maps'), 'asan')) die('skip the sanitizer answers for libraries');
if (codec_libraries([]) !== []) die('skip PHP has loaded them itself');
?>
--FILE--
<?php
require __DIR__ . '/libraries.inc';

$folder = sys_get_temp_dir() . '/tern-no-zstd-' . getmypid();
mkdir($folder);
touch("$folder/libzstd.so.1");
$command = [PHP_BINARY, '-n', ...extension_options(), '--ri', 'swoole'];
$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes, null, ['LD_LIBRARY_PATH' => $folder]);
echo implode("\n", preg_grep('/^(zstd|brotli)/', explode("\n", stream_get_contents($pipes[1])))), "\n";
proc_close($process);
unlink("$folder/libzstd.so.1");
rmdir($folder);
?>
--EXPECTF--
brotli encoder => %d.%d.%d
brotli decoder => %d.%d.%d
zstd => not installed
