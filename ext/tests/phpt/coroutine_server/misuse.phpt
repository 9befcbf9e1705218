--TEST--
Coroutine\Server: what cannot be
--FILE--
<?php
use Swoole\Coroutine\Server;

Co\run(function () {
    $server = new Server('127.0.0.1');
    var_dump($server->start(), $server->errCode);
    foreach ([
        fn() => new Server('127.0.0.1', 70000),
        fn() => new Server('127.0.0.1', $server->port),
        fn() => new Server('no address'),
    ] as $attempt) {
        try {
            $attempt();
        } catch (Throwable $error) {
            echo $error::class, ' ', $error->getCode(), ': ', str_replace((string) $server->port, 'PORT', $error->getMessage()), "\n";
        }
    }
    $server->handle(fn() => null);
    go(fn() => $server->start());
    try {
        $server->start();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
    $server->shutdown();
});
?>
--EXPECT--
bool(false)
int(22)
ValueError 0: Swoole\Coroutine\Server::__construct(): Argument #2 ($port) must be between 0 and 65535, 70000 given
Swoole\Exception 98: cannot listen at 127.0.0.1:PORT: Address already in use
Swoole\Exception 22: cannot listen at no address: Invalid argument
the server is running already
