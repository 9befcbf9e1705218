--TEST--
Socket: getOption() and setOption()
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    $socket = new Socket(AF_INET, SOCK_STREAM);
    var_dump($socket->setOption(SOL_SOCKET, SO_KEEPALIVE, true), $socket->getOption(SOL_SOCKET, SO_KEEPALIVE), $socket->setOption(SOL_TCP, TCP_NODELAY, 1), $socket->getOption(SOL_TCP, TCP_NODELAY));
    var_dump($socket->setOption(SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 5]));
    echo json_encode([$socket->getOption(SOL_SOCKET, SO_LINGER), $socket->getOption(SOL_SOCKET, SO_RCVTIMEO), $socket->getOption(SOL_SOCKET, SO_TYPE) === SOCK_STREAM]), "\n";
    var_dump($socket->setOption(SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 1000]), $socket->setOption(SOL_SOCKET, SO_SNDTIMEO, ['sec' => 1, 'usec' => 500000]));
    echo json_encode([$socket->getOption(SOL_SOCKET, SO_RCVTIMEO), $socket->getOption(SOL_SOCKET, SO_SNDTIMEO)]), "\n";
    $socket->bind('127.0.0.1');
    $socket->listen();
    var_dump($socket->accept(), $socket->errCode === SOCKET_ETIMEDOUT);
    $socket->setOption(SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 0]);
    $id = go(function () use ($socket) { var_dump($socket->accept()); });
    Co::sleep(0.001);
    var_dump($socket->getBoundCid(SWOOLE_EVENT_READ) === $id, $socket->cancel());
    var_dump(is_string($socket->getOption(SOL_TCP, 13 /* TCP_CONGESTION */)), $socket->getOption(SOL_SOCKET, 9999), $socket->errCode === SOCKET_ENOPROTOOPT, $socket->setOption(SOL_SOCKET, 9999, 1));
    $group = new Socket(AF_INET, SOCK_DGRAM);
    var_dump($group->setOption(IPPROTO_IP, MCAST_JOIN_GROUP, ['group' => 'no address']), $group->errCode === SOCKET_EINVAL);
    foreach ([[SO_LINGER, 1], [SO_LINGER, ['l_onoff' => 1]], [SO_RCVTIMEO, ['sec' => -1, 'usec' => 0]], [SO_KEEPALIVE, []], [SO_KEEPALIVE, new stdClass]] as [$name, $value]) {
        try {
            if (!@$socket->setOption(SOL_SOCKET, $name, $value)) echo error_get_last()['message'], "\n";
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
    if (!@$group->setOption(IPPROTO_IP, MCAST_JOIN_GROUP, [])) echo error_get_last()['message'], "\n";
    $socket->close();
    var_dump($socket->getOption(SOL_SOCKET, SO_TYPE), $socket->setOption(SOL_SOCKET, SO_KEEPALIVE, 1));
});
?>
--EXPECT--
bool(true)
int(1)
bool(true)
int(1)
bool(true)
[{"l_onoff":1,"l_linger":5},{"sec":0,"usec":0},true]
bool(true)
bool(true)
[{"sec":0,"usec":1000},{"sec":1,"usec":500000}]
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must be an array with l_onoff and l_linger, int given
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must have the key "l_linger"
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must have a "sec" between 0 and 2147483647, -1 given
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must be of type int, bool or string for this option, array given
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must be of type int, bool or string for this option, stdClass given
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must have a "group" that is a string
bool(false)
bool(false)
