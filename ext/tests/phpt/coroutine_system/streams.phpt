--TEST--
System: fread, fgets and fwrite on files, pipes and memory
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    $file = fopen(scratch('file'), 'w+');
    var_dump(System::fwrite($file, "first\nsecond\nthird"), System::fwrite($file, ' and more', 4));
    rewind($file);
    var_dump(System::fgets($file), System::fread($file, 3), System::fread($file), System::fread($file, 5), System::fgets($file));

    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Co::create(function () use ($other) {
        foreach (['a li', "ne\nano", "ther\nrest", ''] as $piece) {
            Co::sleep(0.001);
            fwrite($other, $piece);
        }
        fclose($other);
    });
    var_dump(System::fgets($one), System::fgets($one), System::fread($one), System::fread($one), System::fgets($one));

    // More than fits into the pipe.
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Co::create(function () use ($pair) {
        echo 'written: ' . System::fwrite($pair[0], str_repeat('x', 1000000)) . "\n";
        fclose($pair[0]);
    });
    $size = 0;
    while (($piece = System::fread($pair[1], 65536)) !== '') $size += strlen($piece);
    echo "read: $size\n";

    // Closed by another coroutine meanwhile.
    foreach (['fread', 'fgets'] as $name) {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $cid = Co::create(function () use ($pair, $name) { echo why(System::$name($pair[0])), "\n"; });
        fwrite($pair[1], 'arrives');
        fclose($pair[0]);
        Co::cancel($cid);
    }
    try { System::fread($pair[0]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
});
?>
--EXPECT--
int(18)
int(4)
string(6) "first
"
string(3) "sec"
string(13) "ond
third and"
string(0) ""
string(0) ""
string(7) "a line
"
string(8) "another
"
string(4) "rest"
string(0) ""
string(0) ""
written: 1000000
read: 1000000
false: Coroutine was canceled
false: Coroutine was canceled
Swoole\Coroutine\System::fread(): supplied resource is not a valid stream resource
