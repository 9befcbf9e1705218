--TEST--
Socket: close() resumes the coroutine that sends, then the one that receives, before it returns; they see a closed socket
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    [$socket, $peer] = socket_pair();
    $tell = fn(string $what, mixed $result) => printf("%s %s\n", $what, json_encode([$result, $socket->isClosed(), $socket->fd]));
    go(fn() => $tell('receives', $socket->recv(10, -1)));
    go(fn() => $tell('sends', $socket->sendAll(str_repeat('x', 1 << 24), -1) < 1 << 24));
    go(function () use ($socket) {
        echo 'closes: ';
        var_dump($socket->close());
    });
    echo "again: ";
    var_dump($socket->close());

    // A new socket in a resumed coroutine does not get the number of the closed one while others still wait for that.
    [$socket, $peer] = socket_pair();
    $number = $socket->fd;
    go(function () use ($socket, $number) {
        $socket->sendAll(str_repeat('x', 1 << 24), -1);
        var_dump((new Co\Socket(AF_UNIX, SOCK_STREAM))->fd === $number);
    });
    go(fn() => var_dump($socket->recv(10, -1)));
    $socket->close();
});
?>
--EXPECT--
closes: sends [true,true,-1]
receives [false,true,-1]
bool(true)
again: bool(false)
bool(false)
bool(false)
