--TEST--
Streams: from PHP 8.5 on, a stream of the program is not closed while another coroutine waits in a method of its wrapper
--SKIPIF--
<?php if (PHP_VERSION_ID < 80500) die('skip PHP closes it: see programs.phpt'); ?>
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

class Wrapper
{
    public $context;
    public static Channel $read;

    public function stream_open(): bool { return true; }
    public function stream_read(): string { return self::$read->pop(); }
    public function stream_eof(): bool { return false; }
    public function stream_close(): void { echo "stream_close\n"; }
    public function __destruct() { echo "destructor\n"; }
}

Wrapper::$read = new Channel(8);
stream_wrapper_register('test', Wrapper::class);
run(['stream_read' => function () {
    $stream = fopen('test://', 'r');
    go(fn() => show('fgets', fgets($stream)));
    show('fclose', fclose($stream));
    Wrapper::$read->push("line\n");
    Coroutine::sleep(0.001);
    show('fclose', fclose($stream));
}]);
?>
--EXPECT--
-- stream_read
  fclose(): cannot close the provided stream, as it must not be manually closed
fclose: false
fgets: "line\n"
stream_close
destructor
fclose: true
