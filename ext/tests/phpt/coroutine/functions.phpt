--TEST--
swoole_coroutine_socketpair, swoole_async_dns_lookup_coro, Swoole\Coroutine\deadlock_check
--FILE--
<?php
use Swoole\Coroutine;

Co\run(function () {
    [$one, $other] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    go(function () use ($other) {
        $other->send(strtoupper($other->recv()));
        $other->close();
    });
    $one->send('text');
    var_dump($one->recv(), $one->recv(), $one::class, $one->domain, $one->type);
    var_dump(swoole_coroutine_socketpair(99, SOCK_STREAM, 0), swoole_last_error() === SOCKET_EAFNOSUPPORT);
    var_dump(swoole_async_dns_lookup_coro('localhost', 5), swoole_async_dns_lookup_coro('::1', 1, AF_INET6));
    Coroutine\deadlock_check();
});
echo "nothing waits\n";
Coroutine\deadlock_check();
$waiting = go(function () { Coroutine::yield(); });
go(function () use ($waiting) {
    Coroutine::sleep(0.001);
    Coroutine::resume($waiting);
});
Coroutine\deadlock_check();
echo "the sleeping one wakes the other\n";
?>
--EXTENSIONS--
sockets
--EXPECT--
string(4) "TEXT"
string(0) ""
string(23) "Swoole\Coroutine\Socket"
int(1)
int(1)
bool(false)
bool(true)
string(9) "127.0.0.1"
string(3) "::1"
nothing waits
the sleeping one wakes the other
