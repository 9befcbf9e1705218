--TEST--
Socket: sendFile()
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
$path = tempnam(sys_get_temp_dir(), 'tern');
$content = random_bytes(3 << 20);
file_put_contents($path, $content);
Co\run(function () use ($path, $content) {
    [$a, $b] = socket_pair();
    go(function () use ($a, $path) { var_dump($a->sendFile($path), $a->sendFile($path, 10, 5), $a->sendFile($path, (3 << 20) - 3)); });
    var_dump($b->recvAll(3 << 20) === $content, $b->recvAll(5) === substr($content, 10, 5), $b->recvAll(3) === substr($content, -3));
    foreach ([[$path . 'x'], [$path, (3 << 20) + 1], [$path, 0, (3 << 20) + 1], [sys_get_temp_dir()]] as $arguments) {
        var_dump($a->sendFile(...$arguments));
        echo $a->errMsg, "\n";
    }
    if (!@$a->sendFile($path, -1)) echo error_get_last()['message'], "\n";
    if (!@$a->sendFile($path, 0, -1)) echo error_get_last()['message'], "\n";
    $a->setOption(SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 1000]);
    var_dump($a->sendFile($path), $a->errCode === SOCKET_ETIMEDOUT);
});
unlink($path);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
No such file or directory
bool(false)
Invalid argument
bool(false)
Invalid argument
bool(false)
Invalid argument
Swoole\Coroutine\Socket::sendFile(): Argument #2 ($offset) must not be negative
Swoole\Coroutine\Socket::sendFile(): Argument #3 ($length) must not be negative
bool(false)
bool(true)
