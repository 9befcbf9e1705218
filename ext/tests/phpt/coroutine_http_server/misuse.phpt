--TEST--
Coroutine\Http\Server: what cannot be
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

function attempt(callable $what, int $port = 0): void
{
    try {
        var_dump($what());
    } catch (Throwable $error) {
        echo $error::class, ' ', $error->getCode(), ': ', $port > 0 ? str_replace((string) $port, 'PORT', $error->getMessage()) : $error->getMessage(), "\n";
    }
}

attempt(fn() => (new Server('127.0.0.1'))->start());
Co\run(function () {
    $server = new Server('127.0.0.1');
    attempt(fn() => new Server('127.0.0.1', 70000));
    attempt(fn() => new Server('127.0.0.1', $server->port), $server->port);
    attempt(fn() => new Server('no address'));
    attempt(fn() => new Server("127.0.0.1\0"));
    attempt(fn() => $server->__construct('127.0.0.1'));
    attempt(fn() => clone $server);
    attempt(fn() => serialize($server));
    attempt(fn() => $server->set(['package_max_length' => -1]));
    attempt(fn() => $server->set(['worker_num' => 2, 'open_eof_check' => true, 'batch_scheduling' => 1, 'http_compresion' => true]));
    foreach (Tern\Internal\options_without_effect() as $name => $why) echo "$name: $why\n";
    attempt(fn() => $server->shutdown());
    attempt(fn() => $server->errCode === SWOOLE_ERROR_WRONG_OPERATION);
    attempt(fn() => (new Server('127.0.0.1', 0, true))->start());
    foreach ([['enable_static_handler' => true, 'document_root' => '/nowhere'], ['access_log' => '/nowhere/log']] as $wrong) {
        $other = new Server('127.0.0.1');
        $other->set($wrong);
        attempt(fn() => $other->start());
    }
    $ended = start($server);
    attempt(fn() => $server->start());
    attempt(fn() => $server->set(['package_max_length' => 1]));
    $server->shutdown();
    $ended->pop();
});
?>
--EXPECTF--
Swoole\Error 10001: API must be called in the coroutine
ValueError 0: Swoole\Coroutine\Http\Server::__construct(): Argument #2 ($port) must be between 0 and 65535, 70000 given
Swoole\Exception 98: cannot listen at 127.0.0.1:PORT: Address already in use. Another process listens there: stop it (ss -ltnp shows it), or choose another port. See %s/errors/port-in-use
Swoole\Exception %d: cannot listen at no address:0: %s
ValueError 0: Swoole\Coroutine\Http\Server::__construct(): Argument #1 ($host) must not contain any null bytes
Error 0: The object is constructed already
Error 0: Trying to clone an uncloneable object of class Swoole\Coroutine\Http\Server
Exception 0: Serialization of 'Swoole\Coroutine\Http\Server' is not allowed
bool(true)
bool(true)
worker_num: this kind of server does not have it
open_eof_check: this kind of server does not have it
batch_scheduling: this kind of server does not have it
http_compresion: it is unknown; the nearest known one is "http_compression"
NULL
bool(true)
Swoole\Exception 505: TLS needs ssl_cert_file, or tls => 'self-signed'
Swoole\Exception 2: document_root "/nowhere" cannot be opened: No such file or directory
Swoole\Exception 2: access_log /nowhere/log cannot be opened: No such file or directory
Error 0: the server is running already

Warning: Swoole\Coroutine\Http\Server::set(): the server is running: options cannot change any more in %s on line %d
bool(false)
