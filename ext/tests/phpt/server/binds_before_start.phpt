--TEST--
Server: the constructor and listen() bind the address, so they fail if it is in use, and getSocket() works at once
--FILE--
<?php
use Swoole\Server;

$used = stream_socket_server('tcp://127.0.0.1:0');
$number = (int) explode(':', stream_socket_get_name($used, false))[1];
try {
    new Server('127.0.0.1', $number);
} catch (Swoole\Exception $error) {
    echo $error->getCode(), ' ', str_replace($number, 'PORT', $error->getMessage()), "\n";
}
try {
    new Server('no address', 0);
} catch (Swoole\Exception $error) {
    echo $error->getCode(), ' ', $error->getMessage(), "\n";
}

$server = new Server('127.0.0.1', 0);
$server->set(['log_file' => '/dev/null']);
var_dump($server->port > 0, $server->port === $server->ports[0]->port, $server->ports[0]->sock > 0);
var_dump($server->listen('127.0.0.1', $number, SWOOLE_SOCK_TCP), $server->getLastError(), count($server->ports));
$socket = $server->getSocket();
var_dump($socket === false, $server->ports[0]->getSocket() === false);

echo "nothing is accepted yet\n";
var_dump(@stream_socket_client("tcp://127.0.0.1:$server->port", $code), $code);

echo "the path of a unix socket goes with its server\n";
$path = tempnam(sys_get_temp_dir(), 'tern');
unlink($path);
$port = $server->listen($path, 0, SWOOLE_SOCK_UNIX_STREAM);
var_dump(filetype($path));
$number = $server->port;
unset($server, $port, $socket, $error);
gc_collect_cycles();
clearstatcache();
var_dump(file_exists($path), is_resource(stream_socket_server("tcp://127.0.0.1:$number")));

echo "servers may share an address, if both say so\n";
$options = stream_context_create(['socket' => ['so_reuseport' => true]]);
$shared = stream_socket_server('tcp://127.0.0.1:0', context: $options);
$number = (int) explode(':', stream_socket_get_name($shared, false))[1];
$server = new Server('127.0.0.1', $number);
$server->on('receive', fn() => 0);
$server->set(['log_level' => SWOOLE_LOG_ERROR]);
var_dump($server->start());
?>
--EXPECTF--
98 failed to listen server port[127.0.0.1:PORT], Error: Address already in use[98]. Another process listens there: stop it (ss -ltnp shows it), or choose another port. See %s/errors/port-in-use
22 failed to listen server port[no address:0], Error: Invalid argument[22]
bool(true)
bool(true)
bool(true)
%sWARNING	cannot listen on 127.0.0.1:%d: Address already in use. Another process listens there: stop it (ss -ltnp shows it), or choose another port. See %s/errors/port-in-use
bool(false)
int(98)
int(1)
bool(false)
bool(false)
nothing is accepted yet
bool(false)
int(111)
the path of a unix socket goes with its server
string(6) "socket"
bool(false)
bool(true)
servers may share an address, if both say so
%sERROR	cannot listen on 127.0.0.1:%d: Address already in use. Another process listens there: stop it (ss -ltnp shows it), or choose another port. See %s/errors/port-in-use

Warning: Swoole\Server::start(): %s in %s on line %d
bool(false)
