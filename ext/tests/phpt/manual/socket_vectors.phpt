--TEST--
Manual: readVector() and writeVector(), recvAll(), recvLine(), recvWithBuffer(), peek()
--EXTENSIONS--
sockets
--FILE--
<?php
use function Swoole\Coroutine\run;

run(function () {
    [$one, $other] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    var_dump($one->writeVector(['hello', 'world']), json_encode($other->readVector([5, 5])));
    var_dump($one->writeVectorAll(['hel', 'lo']), json_encode($other->readVectorAll([2, 3], 5)));
    $one->sendAll("first\nsecond\nabcdef");
    var_dump($other->peek(5), $other->recvLine(), $other->recvLine(), $other->recvWithBuffer(1), $other->recvWithBuffer(2), $other->recvAll(3));
    $one->send('0123456789');
    var_dump($other->recvAll(10, 5));
    $one->close();
    var_dump($other->recvAll(10, 5), json_encode($other->readVector([5])), $other->errCode);
});
?>
--EXPECT--
int(10)
string(17) "["hello","world"]"
int(5)
string(12) "["he","llo"]"
string(5) "first"
string(6) "first
"
string(7) "second
"
string(1) "a"
string(2) "bc"
string(3) "def"
string(10) "0123456789"
string(0) ""
string(2) "[]"
int(0)
