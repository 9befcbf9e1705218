--TEST--
Coroutine\Socket::sendto(), and hooked functions: a unix socket whose queue is full is waited for
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;
use Swoole\Event;

$path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));

// The numbers that arrive, read only when the sender had to wait.
function received(Socket $socket, int $count): bool
{
    $numbers = [];
    while (count($numbers) < $count) $numbers[] = (int) $socket->recvfrom($peer, 10);
    return $numbers === range(0, $count - 1);
}

Co\run(function () use ($path) {
    $receiver = new Socket(AF_UNIX, SOCK_DGRAM);
    $receiver->bind($path);

    echo "Coroutine\\Socket\n";
    $done = new Channel(1);
    $receive = fn(int $count) => go(fn() => $done->push(received($receiver, $count)));
    $sender = new Socket(AF_UNIX, SOCK_DGRAM);
    $receive(200);
    $sent = 0;
    for ($i = 0; $i < 200; ++$i) $sent += $sender->sendto($path, 0, (string) $i) !== false ? 1 : 0;
    echo "$sent sent, ", json_encode($done->pop()), "\n";

    echo "until the write timeout\n";
    $sender->setOption(SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 50000]);
    while ($sender->sendto($path, 0, 'x') !== false) ++$sent;
    var_dump($sender->errCode === SOCKET_ETIMEDOUT);

    echo "until it is cancelled\n";
    $sender->setOption(SOL_SOCKET, SO_SNDTIMEO, ['sec' => 60, 'usec' => 0]);
    go(fn() => $done->push([$sender->sendto($path, 0, 'x'), $sender->errCode === SOCKET_ECANCELED]));
    try {
        $sender->sendto($path, 0, 'x');
    } catch (Swoole\Error $error) {
        echo preg_replace('/\d+/', 'N', strtok($error->getMessage(), "\n")), "\n";
    }
    var_dump($sender->cancel(SWOOLE_EVENT_WRITE));
    echo json_encode($done->pop()), "\n";

    echo "hooked functions\n";
    while ($receiver->recvfrom($peer, 0.001) !== false);
    $socket = socket_create(AF_UNIX, SOCK_DGRAM, 0);
    $turns = 0;
    Event::cycle(function () use (&$turns) { ++$turns; });
    go(function () use ($receive, &$turns) {
        Co::sleep(0.1);
        echo $turns < 1000 ? 'no' : 'a', " busy loop\n";
        Event::cycle(null);
        $receive(100);
    });
    for ($i = 0; $i < 100; ++$i) socket_sendto($socket, (string) $i, strlen((string) $i), 0, $path);
    var_dump($done->pop());
    $receive(100);
    for ($i = 0; $i < 100; ++$i) socket_sendmsg($socket, ['name' => ['path' => $path], 'iov' => [(string) $i]], 0);
    var_dump($done->pop());
    $stream = stream_socket_client("udg://$path");
    $receive(100);
    for ($i = 0; $i < 100; ++$i) fwrite($stream, (string) $i);
    var_dump($done->pop());
});
unlink($path);
?>
--EXPECT--
Coroutine\Socket
200 sent, true
until the write timeout
bool(true)
until it is cancelled
Socket#N has already been bound to another coroutine#N, writing of the same socket in coroutine#N at the same time is not allowed
bool(true)
[false,true]
hooked functions
no busy loop
bool(true)
bool(true)
bool(true)
