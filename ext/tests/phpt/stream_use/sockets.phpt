--TEST--
Streams: sockets that are closed while other coroutines wait in calls with them
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;

run([
    'fgets' => function () {
        [$here, $there] = pair();
        go(fn() => show('fgets', fgets($here)));
        show('fclose', fclose($here), is_resource($here), get_resource_type($here), fgets($there), feof($there));
    },
    'a copy of the resource' => function () {
        [$here, $there] = pair();
        go(fn() => show('fgets', call_user_func('fgets', $here)));
        $copy = $here;
        show('fclose', fclose($copy), is_resource($here));
    },
    'stream_get_contents' => function () {
        [$here, $there] = pair();
        go(fn() => show('stream_get_contents', stream_get_contents($here)));
        fwrite($there, 'some');
        Coroutine::sleep(0.001);
        show('fclose', fclose($here));
    },
    'two users' => function () {
        [$here, $there] = pair();
        go(fn() => show('fgets', fgets($here)));
        go(fn() => show('fwrite', @fwrite($here, str_repeat('x', 1000000)) > 1000));
        show('fclose', fclose($here));
    },
    'the second stream of a call' => function () {
        [$from, $source] = pair();
        [$to, $sink] = pair();
        go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($from, $to)));
        show('fclose', fclose($to), fgets($sink), feof($sink));
        fwrite($source, 'bytes');
    },
    'a number that another stream would get' => function () {
        [$here, $there] = pair();
        $others = [];
        go(fn() => show('fgets', fgets($here)));
        fclose($here);
        foreach ([1, 2, 3] as $_) $others = [...$others, ...pair()];
        foreach ($others as $other) fwrite($other, "of others\n");
    },
    'an argument that is an object' => function () {
        [$here, $there] = pair();
        $text = new class { function __toString(): string { Coroutine::sleep(0.001); return 'text'; } };
        go(fn() => show('fprintf', fprintf($here, 'a %s', $text)));
        show('fclose', fclose($here));
    },
    'stream_socket_accept' => function () {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        go(fn() => show('stream_socket_accept', stream_socket_accept($server, 10)));
        show('fclose', fclose($server));
    },
    'stream_select' => function () {
        [$here, $there] = pair();
        go(function () use ($here) {
            [$read, $write, $except] = [[$here], null, null];
            show('stream_select', @stream_select($read, $write, $except, 10));
        });
        show('fclose', fclose($here));
    },
    'stream_socket_shutdown' => function () {
        [$here, $there] = pair();
        go(fn() => show('fgets', fgets($here)));
        show('stream_socket_shutdown', stream_socket_shutdown($here, STREAM_SHUT_RDWR), fclose($here));
    },
    'a cancelled call' => function () {
        [$here, $there] = pair();
        $waits = go(fn() => show('fgets', fgets($here)));
        show('fclose', fclose($here), Coroutine::cancel($waits));
    },
    'a persistent stream' => function () {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $name = stream_socket_get_name($server, false);
        $open = fn() => stream_socket_client("tcp://$name", $code, $text, 5, STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT);
        $here = $open();
        go(fn() => show('fgets', fgets($here)));
        $first = stream_socket_accept($server, 5);
        show('fclose', fclose($here), fgets($first), feof($first));
        $again = $open();
        fwrite($again, "anew\n");
        show('again', fgets(stream_socket_accept($server, 5)), fclose($again));
    },
]);
?>
--EXPECT--
-- fgets
fclose: true false "Unknown" false true
fgets: false
-- a copy of the resource
fclose: true false
fgets: false
-- stream_get_contents
fclose: true
stream_get_contents: "some"
-- two users
fclose: true
fgets: false
fwrite: true
-- the second stream of a call
fclose: true false true
  stream_copy_to_stream(): Send of 5 bytes failed with errno=9 Bad file descriptor
stream_copy_to_stream: false
-- a number that another stream would get
fgets: false
-- an argument that is an object
fclose: true
  fprintf(): Send of 6 bytes failed with errno=9 Bad file descriptor
fprintf: 6
-- stream_socket_accept
fclose: true
  stream_socket_accept(): Accept failed: Bad file descriptor
stream_socket_accept: false
-- stream_select
fclose: true
stream_select: false
-- stream_socket_shutdown
stream_socket_shutdown: true true
fgets: false
-- a cancelled call
fgets: false
fclose: true true
-- a persistent stream
fclose: true false true
again: "anew\n" true
fgets: false
