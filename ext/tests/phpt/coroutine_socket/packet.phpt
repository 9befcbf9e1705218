--TEST--
Socket: recvPacket() takes messages by their length, an end mark, or what a function says
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Swoole\Coroutine\Socket;
// Sends it byte by byte, each when the last one was taken.
function drip(Socket $socket, string $data): void
{
    foreach (str_split($data) as $byte) {
        $socket->send($byte);
        Co::sleep(0.001);
    }
}
function packets(array $protocol, string $data): array
{
    [$a, $b] = socket_pair();
    var_dump($a->setProtocol($protocol));
    go(function () use ($b, $data) { drip($b, $data); $b->close(); });
    $found = [];
    while (($packet = $a->recvPacket()) !== '' && $packet !== false) $found[] = $packet;
    $found[] = $packet === '' && $a->errCode === 0 ? 'end' : $a->errCode;
    [$a, $b] = socket_pair();
    $a->setProtocol($protocol);
    $b->sendAll($data);
    $b->close();
    $whole = [];
    while (($packet = $a->recvPacket()) !== '' && $packet !== false) $whole[] = $packet;
    $whole[] = $packet === '' && $a->errCode === 0 ? 'end' : $a->errCode;
    if ($found !== $whole) echo 'not the same at once: ', json_encode($whole), "\n";
    return $found;
}
Co\run(function () {
    $length = ['open_length_check' => true, 'package_length_type' => 'n', 'package_length_offset' => 0, 'package_body_offset' => 2];
    echo json_encode(packets($length, "\0\3abc\0\0\0\1d")), "\n";
    echo json_encode(packets($length, "\0\3ab")), SOCKET_ECONNRESET, "\n";
    echo json_encode(packets(['open_eof_check' => true], "one\r\n\r\ntwo\r\n")), "\n";
    echo json_encode(packets(['open_eof_split' => true, 'package_eof' => '--'], "a-b--c-")), "\n";
    $function = fn (string $head) => ($at = strpos($head, ':')) === false ? 0 : $at + 1 + (int) $head;
    echo json_encode(packets(['open_length_check' => true, 'package_length_func' => $function], "3:abc1:d0:")), "\n";

    echo "limits\n";
    echo json_encode(packets(['package_max_length' => 4] + $length, "\0\2ab\0\3abc")), ' ', SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE, "\n";
    echo json_encode(packets(['open_eof_check' => true, 'package_max_length' => 4], "ab\r\nabcd")), "\n";
    echo json_encode(packets(['open_length_check' => true, 'package_length_type' => 'c', 'package_body_offset' => 1], "\xff")), ' ', SWOOLE_ERROR_PACKAGE_MALFORMED_DATA, "\n";
    echo json_encode(packets(['open_length_check' => true, 'package_length_func' => fn () => -1], "x")), "\n";

    echo "mixed\n";
    [$a, $b] = socket_pair();
    $b->send('no protocol');
    var_dump($a->recvPacket(), $a->recvPacket(0.001), $a->errCode === SOCKET_ETIMEDOUT);
    $a->setProtocol(['open_eof_check' => true, 'package_eof' => "\n"]);
    $b->send("one\ntw");
    var_dump($a->recvPacket(), $a->recvPacket(0.001), $a->peek(), $a->checkLiveness(), $a->recvWithBuffer(1));
    $b->send("o\nthe rest");
    var_dump($a->recvPacket(), $a->recv(3), $a->recvAll(3), $a->recvLine(1), $a->readVector([9]));

    echo "the function may throw, wait, and call anything\n";
    $a->setProtocol(['open_eof_check' => false, 'open_length_check' => true, 'package_length_func' => function () { throw new Exception('its own'); }]);
    $b->send('x');
    try { $a->recvPacket(); } catch (Exception $exception) { echo $exception->getMessage(), "\n"; }
    $a->setProtocol(['package_length_func' => function ($head) use ($a) {
        Co::sleep(0.001);
        try { $a->setProtocol([]); } catch (Error $error) { echo $error->getMessage(), "\n"; }
        try { $a->recv(); } catch (Swoole\Error) { echo "busy\n"; }
        $a->close();
        return strlen($head);
    }]);
    var_dump($a->recvPacket(), $a->recvPacket(), $a->errCode === SOCKET_EBADF);
    unset($a);  // it holds itself
    gc_collect_cycles();
});
?>
--EXPECT--
bool(true)
["\u0000\u0003abc","\u0000\u0000","\u0000\u0001d","end"]
bool(true)
[104]104
bool(true)
["one\r\n","\r\n","two\r\n","end"]
bool(true)
["a-b--",104]
bool(true)
["3:abc","1:d","0:","end"]
limits
bool(true)
["\u0000\u0002ab",1201] 1201
bool(true)
["ab\r\n",1201]
bool(true)
[1204] 1204
bool(true)
[1204]
mixed
string(11) "no protocol"
bool(false)
bool(true)
string(4) "one
"
bool(false)
string(2) "tw"
bool(true)
string(1) "t"
string(3) "wo
"
string(3) "the"
string(3) " re"
string(1) "s"
array(1) {
  [0]=>
  string(1) "t"
}
the function may throw, wait, and call anything
its own
Coroutine 1 reads: the protocol cannot be changed now
busy
string(1) "x"
bool(false)
bool(true)
