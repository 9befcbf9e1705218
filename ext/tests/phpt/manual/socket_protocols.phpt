--TEST--
Manual: recvPacket() takes messages apart: by length, by end, by a function
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

run(function () {
    [$socket, $peer] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    var_dump($socket->setProtocol([
        'open_length_check' => true,
        'package_max_length' => 1024 * 1024,
        'package_length_type' => 'N',
        'package_length_offset' => 0,
        'package_body_offset' => 4,
    ]));
    $peer->sendAll(pack('N', 5) . 'hello' . pack('N', 6) . 'swoole');
    var_dump(substr($socket->recvPacket(), 4), substr($socket->recvPacket(5), 4));

    $socket->setProtocol(['open_length_check' => false, 'open_eof_check' => true, 'package_eof' => "\r\n"]);
    $peer->sendAll("one\r\ntwo\r\n");
    var_dump($socket->recvPacket(), $socket->recvPacket());

    $socket->setProtocol([
        'open_eof_check' => false,
        'open_length_check' => true,
        'package_length_func' => fn (string $data) => ($at = strpos($data, ';')) === false ? 0 : $at + 1,
    ]);
    $peer->sendAll('a;bc;d');
    var_dump($socket->recvPacket(), $socket->recvPacket(), $socket->recvPacket(0.001), $socket->errCode === SOCKET_ETIMEDOUT);
    $peer->close();
    var_dump($socket->recvPacket());
});
?>
--EXPECT--
bool(true)
string(5) "hello"
string(6) "swoole"
string(5) "one
"
string(5) "two
"
string(2) "a;"
string(3) "bc;"
bool(false)
bool(true)
string(0) ""
