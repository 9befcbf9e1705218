--TEST--
Streams: files, memory and compressed files that are closed while other coroutines wait in calls with them
--EXTENSIONS--
zlib
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;

$path = __DIR__ . '/files.tmp';

run([
    'php://memory' => function () {
        [$from, $source] = pair();
        $to = fopen('php://memory', 'w+');
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($from, $to)));
        show('fclose', fclose($to));
        fwrite($source, 'bytes');
        fclose($source);
    },
    'a file' => function () use ($path) {
        [$from, $source] = pair();
        $to = fopen($path, 'w+');
        fwrite($to, 'before');
        flock($to, LOCK_EX);
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($from, $to)));
        show('fclose', fclose($to), flock(fopen($path, 'r'), LOCK_EX | LOCK_NB));
        fwrite($source, 'bytes');
        fclose($source);
        Coroutine::sleep(0.001);
        show('file', file_get_contents($path));
    },
    'a compressed file' => function () use ($path) {
        [$from, $source] = pair();
        $to = gzopen($path, 'w');
        gzwrite($to, 'before ');
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($from, $to)));
        show('gzclose', gzclose($to), is_resource($to));
        fwrite($source, 'after');
        fclose($source);
        Coroutine::sleep(0.001);
        show('file', gzfile($path));
    },
    'flock' => function () use ($path) {
        $owner = fopen($path, 'r');
        $other = fopen($path, 'r');
        flock($owner, LOCK_EX);
        go(fn() => show('flock', flock($other, LOCK_EX)));
        show('fclose', fclose($other));
    },
]);
?>
--CLEAN--
<?php unlink(__DIR__ . '/files.tmp'); ?>
--EXPECT--
-- php://memory
fclose: true
stream_copy_to_stream: 5
-- a file
fclose: true true
  stream_copy_to_stream(): Write of 5 bytes failed with errno=9 Bad file descriptor
stream_copy_to_stream: false
file: "before"
-- a compressed file
gzclose: true false
stream_copy_to_stream: 5
file: ["before after"]
-- flock
fclose: true
flock: false
