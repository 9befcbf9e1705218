--TEST--
Streams: streams with filters of the program that are closed while other coroutines wait in calls with them
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

class Filter extends php_user_filter
{
    public static Channel $pass;

    public function filter($in, $out, &$consumed, bool $closing): int
    {
        show('filter', $closing);
        if (!$closing) self::$pass->pop();
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }

    public function onClose(): void { echo "onClose\n"; }
}

Filter::$pass = new Channel(8);
stream_filter_register('test', Filter::class);

run([
    'a filter of another call' => function () {
        [$here, $there] = pair();
        [$to, $sink] = pair();
        stream_filter_append($to, 'test', STREAM_FILTER_WRITE);
        fwrite($there, 'bytes');
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($here, $to)));
        Filter::$pass->push(true);
        Coroutine::sleep(0.001);
        show('fclose', fclose($to), fread($sink, 8));
        fclose($there);
    },
    'a filter that waits' => function () {
        [$here, $there] = pair();
        stream_filter_append($here, 'test', STREAM_FILTER_READ);
        fwrite($there, "line\n");
        $process = null;
        go(fn() => show('fgets', fgets($here)));
        show('fclose', fclose($here));
        Filter::$pass->push(true);
        Coroutine::sleep(0.001);
        show('fclose', fclose($here));
    },
]);
?>
--EXPECTF--
-- a filter of another call
filter: false
filter: true
fclose: true "bytes"
onClose
stream_copy_to_stream: 5
-- a filter that waits
filter: false
  fclose(): %s
fclose: false
fclose: true
filter: true
onClose
fgets: "line\n"
