--TEST--
Runtime: a cancelled read or select of the program's own stream leaves the stream as it was
--FILE--
<?php
use Swoole\Coroutine;

Co\run(function () {
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = go(function () use ($ours) {
        var_dump(fread($ours, 10), feof($ours), fread($ours, 10));
        $read = [$ours];
        $write = $except = null;
        var_dump(@stream_select($read, $write, $except, null), fread($ours, 10), fwrite($ours, 'back'));
    });
    Coroutine::cancel($reader);
    fwrite($theirs, 'one');
    while (!in_array('stream_select', array_column(Coroutine::getBackTrace($reader), 'function'))) {
        usleep(1000);
    }
    Coroutine::cancel($reader);
    fwrite($theirs, 'two');
    var_dump(fread($theirs, 10));
});
?>
--EXPECT--
string(0) ""
bool(false)
string(3) "one"
bool(false)
string(3) "two"
int(4)
string(4) "back"
