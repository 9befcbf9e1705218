--TEST--
Streams: streams of the program that are closed while other coroutines wait in calls with them
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80500) die('skip PHP refuses that: see programs_refused.phpt'); ?>
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\System;

class Wrapper
{
    public $context;
    public static Channel $read;

    public function stream_open(): bool { return true; }
    public function stream_read(): string { return self::$read->pop(); }
    public function stream_write(string $data): int { self::$read->pop(); return strlen($data); }
    public function stream_eof(): bool { return false; }
    public function stream_close(): void { echo "stream_close\n"; self::$read->push("closed\n"); }
    public function dir_opendir(): bool { return true; }
    public function dir_readdir(): string { return self::$read->pop(); }
    public function dir_closedir(): bool { echo "dir_closedir\n"; return self::$read->push('closed'); }
    public function __destruct() { echo "destructor\n"; }
}

Wrapper::$read = new Channel(8);
stream_wrapper_register('test', Wrapper::class);

run([
    'stream_read' => function () {
        $stream = fopen('test://', 'r');
        go(fn() => show('fgets', fgets($stream)));
        show('fclose', fclose($stream));
    },
    'stream_write' => function () {
        $stream = fopen('test://', 'w');
        go(fn() => show('fwrite', fwrite($stream, '12345678')));
        show('fclose', fclose($stream));
    },
    'dir_readdir' => function () {
        $stream = opendir('test://');
        go(fn() => show('readdir', readdir($stream)));
        show('closedir', closedir($stream));
    },
    'fgets of System' => function () {
        $stream = fopen('test://', 'r');
        go(fn() => show('fgets', System::fgets($stream)));
        show('fclose', fclose($stream));
    },
]);
?>
--EXPECT--
-- stream_read
stream_close
fgets: "closed\n"
destructor
fclose: true
-- stream_write
stream_close
fwrite: 8
destructor
fclose: true
-- dir_readdir
dir_closedir
readdir: "closed"
destructor
closedir: null
-- fgets of System
  Swoole\Coroutine\System::fgets(): Wrapper::stream_cast is not implemented!
stream_close
fgets: false
destructor
fclose: true
