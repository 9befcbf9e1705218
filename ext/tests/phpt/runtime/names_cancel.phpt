--TEST--
Runtime: a coroutine that is cancelled while a name is looked up: there is no such name, and nothing else is hurt
--FILE--
<?php
$calls = [
    'gethostbyname' => fn() => gethostbyname('localhost'),
    'gethostbyaddr' => fn() => gethostbyaddr('127.0.0.1'),
    'stream_socket_client' => fn() => @stream_socket_client('tcp://localhost:1', $code, $text, 5),
    'fsync' => fn() => fsync($GLOBALS['file']),
    'fdatasync' => fn() => fdatasync($GLOBALS['file']),
];
$file = tmpfile();
Co\run(function () use ($calls) {
    foreach ($calls as $name => $call) {
        $id = go(function () use ($name, $call) { echo $name, ': ', json_encode($call()); usleep(100); echo ", goes on\n"; });
        Co::cancel($id);
        Co::join([$id]);
        $id = go(function () use ($name, $call) {
            try { $call(); echo "not thrown\n"; } catch (Swoole\Coroutine\CanceledException $e) { echo $name, ': ', $e->getMessage(), "\n"; }
        });
        Co::cancel($id, true);
    }
    echo gethostbyname('localhost'), ' ', json_encode(fsync($GLOBALS['file'])), "\n";
    // The program may end while a thread still works.
    $id = go(fn() => gethostbyname('localhost'));
    Co::cancel($id);
});
?>
--EXPECT--
gethostbyname: "localhost", goes on
gethostbyname: Coroutine was canceled
gethostbyaddr: "127.0.0.1", goes on
gethostbyaddr: Coroutine was canceled
stream_socket_client: false, goes on
stream_socket_client: Coroutine was canceled
fsync: false, goes on
fsync: Coroutine was canceled
fdatasync: false, goes on
fdatasync: Coroutine was canceled
127.0.0.1 true
