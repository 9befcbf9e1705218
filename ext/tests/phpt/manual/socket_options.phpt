--TEST--
Manual: getOption(), setOption(), getBoundCid() and cancel()
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $socket = new Socket(AF_INET, SOCK_STREAM, SOL_TCP);
    var_dump($socket->setOption(SOL_SOCKET, SO_REUSEADDR, true), $socket->getOption(SOL_SOCKET, SO_REUSEADDR));
    var_dump($socket->setOption(SOL_SOCKET, SO_RCVTIMEO, ['sec' => 1, 'usec' => 500000]));
    print_r($socket->getOption(SOL_SOCKET, SO_RCVTIMEO));
    $socket->setOption(SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 5]);
    print_r($socket->getOption(SOL_SOCKET, SO_LINGER));
    var_dump($socket->setOption(SOL_TCP, TCP_NODELAY, 1), $socket->getOption(SOL_TCP, TCP_NODELAY), $socket->getOption(SOL_SOCKET, SO_TYPE));
    $socket->bind('127.0.0.1');
    $socket->listen();
    $waiter = go(function () use ($socket) {
        var_dump($socket->accept(-1), $socket->errCode === SOCKET_ECANCELED);
    });
    var_dump($socket->getBoundCid(SWOOLE_EVENT_READ) === $waiter, $socket->getBoundCid(SWOOLE_EVENT_WRITE));
    var_dump($socket->cancel(SWOOLE_EVENT_READ));
    var_dump($socket->fd > 0, $socket->domain === AF_INET, $socket->type === SOCK_STREAM, $socket->protocol === SOL_TCP);
    try {
        new Socket(-1, SOCK_STREAM, 0);
    } catch (Socket\Exception $e) {
        var_dump($e->getCode() === SOCKET_EAFNOSUPPORT);
    }
});
?>
--EXPECT--
bool(true)
int(1)
bool(true)
Array
(
    [sec] => 1
    [usec] => 500000
)
Array
(
    [l_onoff] => 1
    [l_linger] => 5
)
bool(true)
int(1)
int(1)
bool(true)
int(0)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
