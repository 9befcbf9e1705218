--TEST--
Socket: cancel(), close() and Coroutine::cancel() end waits
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Swoole\Coroutine\Socket;
function tell(string $what, Socket $socket, mixed $result): void
{
    echo $what, ' ', json_encode([$result, $socket->errCode === SOCKET_ECANCELED, $socket->errMsg]), "\n";
}
Co\run(function () {
    [$a, $b] = socket_pair();
    $id = go(function () use ($a) { tell('recv', $a, $a->recv()); });
    var_dump($a->getBoundCid(SWOOLE_EVENT_READ) === $id, $a->getBoundCid(SWOOLE_EVENT_WRITE));
    var_dump($a->cancel(SWOOLE_EVENT_WRITE), $a->errCode === SWOOLE_ERROR_CO_CANNOT_CANCEL, $a->cancel(), $a->getBoundCid(SWOOLE_EVENT_READ), $a->cancel());
    go(function () use ($a) { tell('sendAll', $a, $a->sendAll(str_repeat('x', 1 << 24)) > 0); });
    go(function () use ($a) { tell('recvAll', $a, $a->recvAll(9)); });
    $b->send('part');
    Co::sleep(0.001);
    var_dump($a->cancel(SWOOLE_EVENT_READ), $a->cancel(SWOOLE_EVENT_WRITE));
    $server = new Socket(AF_INET, SOCK_STREAM);
    $server->bind('127.0.0.1');
    $server->listen();
    go(function () use ($server) { tell('accept', $server, $server->accept()); });
    $server->cancel();

    echo "close\n";
    foreach (['recv', 'recvAll', 'recvLine', 'recvWithBuffer'] as $method) {
        [$a, $b] = socket_pair();
        go(function () use ($a, $method) { tell($method, $a, $a->$method()); var_dump($a->isClosed(), $a->recv(), $a->errCode === SOCKET_EBADF); });
        var_dump($a->close());
        Co::sleep(0.001);
    }
    go(function () use ($server) { tell('accept', $server, $server->accept()); });
    $server->close();
    Co::sleep(0.001);

    echo "Coroutine::cancel()\n";
    [$a, $b] = socket_pair();
    $id = go(function () use ($a) { tell('recv', $a, $a->recv()); var_dump(swoole_last_error() === SWOOLE_ERROR_CO_CANCELED, Co::isCanceled()); });
    Co::cancel($id);
    $id = go(function () use ($a) {
        try { $a->recvAll(5); } catch (Swoole\Coroutine\CanceledException $exception) { var_dump($exception->getCode(), $a->errCode === SOCKET_ECANCELED); }
    });
    $b->send('part');
    Co::sleep(0.001);
    Co::cancel($id, true);
    // Nothing is left of it.
    go(function () use ($b) { $b->send('next'); });
    var_dump($a->recv());
});
?>
--EXPECT--
bool(true)
int(0)
recv [false,true,"Operation canceled"]
bool(false)
bool(true)
bool(true)
int(0)
bool(false)
recvAll ["part",true,"Operation canceled"]
sendAll [true,true,"Operation canceled"]
bool(true)
bool(true)
accept [false,true,"Operation canceled"]
close
recv [false,true,"Operation canceled"]
bool(true)
bool(false)
bool(true)
bool(true)
recvAll [false,true,"Operation canceled"]
bool(true)
bool(false)
bool(true)
bool(true)
recvLine [false,true,"Operation canceled"]
bool(true)
bool(false)
bool(true)
bool(true)
recvWithBuffer [false,true,"Operation canceled"]
bool(true)
bool(false)
bool(true)
bool(true)
accept [false,true,"Operation canceled"]
Coroutine::cancel()
recv [false,true,"Operation canceled"]
bool(true)
bool(true)
int(10017)
bool(true)
string(4) "next"
