--TEST--
Socket: a forked child that closes a socket leaves the coroutine alone that waits for it in the parent
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--EXTENSIONS--
pcntl
--FILE--
<?php
Co\run(function () {
    [$socket, $peer] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    go(function () use ($socket) { echo json_encode($socket->recv(10, 5)), "\n"; });
    $child = pcntl_fork();
    if ($child === 0) {
        go(fn() => exit($socket->close() ? 7 : 8));
    }
    pcntl_waitpid($child, $status);
    echo 'child: ', pcntl_wexitstatus($status), "\n";
    $peer->send('x');
});
?>
--EXPECT--
child: 7
"x"
