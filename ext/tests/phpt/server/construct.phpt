--TEST--
Swoole\Server::__construct: arguments and what the properties show
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 9501, SWOOLE_PROCESS, SWOOLE_SOCK_TCP);
var_dump($server->host, $server->port, $server->mode, $server->type, $server->ssl, $server->setting);
var_dump($server->master_pid, $server->manager_pid, $server->worker_id, $server->worker_pid, $server->taskworker);
var_dump(count($server->ports), $server->ports[0]::class, $server->ports[0]->port, $server->ports[0]->sock > 0);

$old = new swoole_http_server('::1', 0, SWOOLE_BASE, SWOOLE_SOCK_TCP6 | SWOOLE_SSL);
var_dump($old->type, $old->ssl, $old instanceof Swoole\Http\Server);
$defaults = new Swoole\Server();
var_dump($defaults->host, $defaults->port > 0, $defaults->mode);

function fails(mixed ...$arguments): void
{
    try {
        new Swoole\Server(...$arguments);
        echo "no error\n";
    } catch (Error $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
fails('127.0.0.1', 65536);
fails('127.0.0.1', -1);
fails('127.0.0.1', 1, 7);
fails('127.0.0.1', 1, SWOOLE_BASE, 0);
fails('127.0.0.1', 1, SWOOLE_BASE, 7);
fails('');
fails("a\0b");
fails([]);
try {
    $defaults->__construct();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
string(9) "127.0.0.1"
int(9501)
int(2)
int(1)
bool(false)
array(0) {
}
int(0)
int(0)
int(-1)
int(0)
bool(false)
int(1)
string(18) "Swoole\Server\Port"
int(9501)
bool(true)
int(3)
bool(true)
bool(true)
string(7) "0.0.0.0"
bool(true)
int(1)
ValueError: Swoole\Server::__construct(): Argument #2 ($port) must be between 0 and 65535, 65536 given
ValueError: Swoole\Server::__construct(): Argument #2 ($port) must be between 0 and 65535, -1 given
ValueError: Swoole\Server::__construct(): Argument #3 ($mode) must be SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD
ValueError: Swoole\Server::__construct(): Argument #4 ($sock_type) must be a SWOOLE_SOCK_* constant
ValueError: Swoole\Server::__construct(): Argument #4 ($sock_type) must be a SWOOLE_SOCK_* constant
ValueError: Swoole\Server::__construct(): Argument #1 ($host) must be an address or a path
ValueError: Swoole\Server::__construct(): Argument #1 ($host) must be an address or a path
TypeError: Swoole\Server::__construct(): Argument #1 ($host) must be of type string, array given
A server cannot be constructed twice
