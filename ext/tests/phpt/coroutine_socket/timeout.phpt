--TEST--
Socket: waits end in time, with ETIMEDOUT; what has arrived by then is not lost
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Swoole\Coroutine\Socket;
Co\run(function () {
    [$a, $b] = socket_pair();
    foreach (['recv', 'recvAll', 'recvLine', 'recvWithBuffer'] as $method) {
        echo $method, ' ', json_encode([$a->$method(4, 0.001), $a->errCode === SOCKET_ETIMEDOUT, $a->errMsg, swoole_last_error()]), "\n";
    }
    $b->send('ab');
    echo json_encode([$a->recvAll(4, 0.001), $a->errCode === SOCKET_ETIMEDOUT]), "\n";
    $b->send('cd');
    echo json_encode([$a->recvLine(9, 0.001), $a->errCode === SOCKET_ETIMEDOUT, $a->peek(), $a->recv(1), $a->recvAll(1), $a->errCode]), "\n";
    echo json_encode([$a->recvfrom($peer, 0.001), $a->errCode === SOCKET_ETIMEDOUT]), "\n";
    $most = $a->sendAll(str_repeat('x', 1 << 24), 0.001);
    var_dump($most > 0 && $most < 1 << 24, $a->errCode === SOCKET_ETIMEDOUT);
    var_dump($a->send('x', 0.001), $a->errCode === SOCKET_ETIMEDOUT);
    $server = new Socket(AF_INET, SOCK_STREAM);
    $server->bind('127.0.0.1');
    $server->listen();
    var_dump($server->accept(0.001), $server->errCode === SOCKET_ETIMEDOUT);
    // Which time it is that ends a wait: its own, that of the program.
    Co::set(['socket_timeout' => 0.001]);
    [$c, $d] = socket_pair();
    var_dump($c->recv(), $c->errCode === SOCKET_ETIMEDOUT);
    Co::set(['socket_read_timeout' => -1, 'socket_timeout' => 60]);
    go(function () use ($d) { $d->send('later'); });
    var_dump($c->recv(), $c->recv(1, 0.001), $c->errCode === SOCKET_ETIMEDOUT);
    Co::set(['socket_write_timeout' => 0.001]);
    $d->sendAll(str_repeat('x', 1 << 24));
    var_dump($d->errCode === SOCKET_ETIMEDOUT);
    try { Co::set(['socket_timeout' => -2]); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
});
?>
--EXPECT--
recv [false,true,"Connection timed out",110]
recvAll [false,true,"Connection timed out",110]
recvLine [false,true,"Connection timed out",110]
recvWithBuffer [false,true,"Connection timed out",110]
["ab",true]
[false,true,"cd","c","d",0]
[false,true]
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
string(5) "later"
bool(false)
bool(true)
bool(true)
Swoole\Coroutine::set(): Argument #1 ($options) option "socket_timeout" must be between -1 and 86400, -2 given
