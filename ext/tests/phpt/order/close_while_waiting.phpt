--TEST--
A stream that is closed while another coroutine waits for it: the wait ends
--FILE--
<?php
use Swoole\Coroutine\System;
Co\run(function () {
    foreach (['fread' => fn ($stream) => System::fread($stream), 'waitEvent' => fn ($stream) => System::waitEvent($stream)] as $name => $wait) {
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        foreach ([1, 2] as $n) {
            go(function () use ($one, $wait, $name, $n) {
                $result = $wait($one);
                echo "$name $n: ", json_encode($result), ' ', swoole_strerror(swoole_last_error()), "\n";
            });
        }
        fclose($one);
        echo "closed\n";
        Co::sleep(0.001);
    }
});
?>
--EXPECT--
closed
fread 1: false Bad file descriptor
fread 2: false Bad file descriptor
closed
waitEvent 1: false Bad file descriptor
waitEvent 2: false Bad file descriptor
