--TEST--
Streams: pipes that are closed while other coroutines wait in calls with them
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';

const CAT = [['cat'], [['pipe', 'r'], ['pipe', 'w']]];

run([
    'fclose' => function () {
        $process = proc_open(CAT[0], CAT[1], $pipes);
        go(fn() => show('fgets', fgets($pipes[1])));
        show('fclose', fclose($pipes[1]));
        fclose($pipes[0]);
        show('proc_close', proc_close($process));
    },
    'proc_close' => function () {
        $process = proc_open(CAT[0], CAT[1], $pipes);
        go(fn() => show('fgets', fgets($pipes[1])));
        show('proc_close', proc_close($process));
    },
    'the last reference to a process' => function () {
        $process = proc_open(CAT[0], CAT[1], $pipes);
        go(fn() => show('fgets', fgets($pipes[1])));
        unset($process);
        show('unset', is_resource($pipes[1]));
    },
    'pclose' => function () {
        $process = popen('read line; exit 3', 'w');
        go(fn() => show('fwrite', fwrite($process, str_repeat('x', 1000000)) > 1000));
        show('pclose', pclose($process));
    },
    'fclose of a stream of popen, whose process waits' => function () {
        $process = popen('cat', 'w');
        [$here, $there] = pair();
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($here, $process)));
        show('fclose', fclose($process));
        fwrite($there, 'bytes');
    },
]);
?>
--EXPECT--
-- fclose
fclose: true
  fgets(): Read of 8192 bytes failed with errno=9 Bad file descriptor
fgets: false
proc_close: 0
-- proc_close
  fgets(): Read of 8192 bytes failed with errno=9 Bad file descriptor
fgets: false
proc_close: 0
-- the last reference to a process
unset: false
  fgets(): Read of 8192 bytes failed with errno=9 Bad file descriptor
fgets: false
-- pclose
  fwrite(): Write of 995904 bytes failed with errno=9 Bad file descriptor
fwrite: true
pclose: 3
-- fclose of a stream of popen, whose process waits
fclose: true
  stream_copy_to_stream(): Write of 5 bytes failed with errno=9 Bad file descriptor
stream_copy_to_stream: false
