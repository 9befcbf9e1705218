--TEST--
Swoole\Server::listen and what a port has of its own
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 9501);
$port = $server->listen('127.0.0.1', 9502, SWOOLE_SOCK_TCP | SWOOLE_SSL);
$other = $server->addListener('/tmp/tern.sock', 0, SWOOLE_SOCK_UNIX_STREAM);
var_dump($port->host, $port->port, $port->type, $port->ssl, $port->setting, $other->host, $other->type);
var_dump(count($server->ports), $server->ports[1] === $port, $server->ports[2] === $other);

var_dump($port->set(['backlog' => 128, 'worker_num' => 2, 'slow_request_ms' => 3, 'opn_tcp_nodelay' => 1]), $port->setting);
try {
    $port->set(['tcp_keepcount' => 0]);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
var_dump($port->on('Request', 'strlen'), $port->getCallback('request'), $server->getCallback('request'));
var_dump($port->on('workerStart', 'strlen'));
foreach ([['127.0.0.1', 65536, SWOOLE_SOCK_TCP], ['127.0.0.1', 1, 0]] as $arguments) {
    try {
        $server->listen(...$arguments);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}

// A port outlives its server.
unset($server, $other);
var_dump($port->port, $port->set(['backlog' => 1]));

$many = new Swoole\Server('127.0.0.1', 0);
$last = null;
for ($i = 0; $i < 63; ++$i) $last = $many->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
var_dump($last::class, $many->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP), $many->getLastError());
?>
--EXPECTF--
string(9) "127.0.0.1"
int(9502)
int(1)
bool(true)
NULL
string(14) "/tmp/tern.sock"
int(5)
int(3)
bool(true)
bool(true)

Warning: Swoole\Server\Port::set(): option "slow_request_ms" belongs to the server and has no effect on a port in %s on line %d

Warning: Swoole\Server\Port::set(): unknown option "opn_tcp_nodelay"; the nearest known one is "open_tcp_nodelay" in %s on line %d
NULL
array(4) {
  ["backlog"]=>
  int(128)
  ["worker_num"]=>
  int(2)
  ["slow_request_ms"]=>
  int(3)
  ["opn_tcp_nodelay"]=>
  int(1)
}
Swoole\Server\Port::set(): Argument #1 ($settings) option "tcp_keepcount" must be between 1 and 127, 0 given
bool(true)
string(6) "strlen"
NULL

Warning: Swoole\Server\Port::on(): unknown event "workerStart" of a port in %s on line %d
bool(false)
Swoole\Server::listen(): Argument #2 ($port) must be between 0 and 65535, 65536 given
Swoole\Server::listen(): Argument #3 ($sock_type) must be a SWOOLE_SOCK_* constant
int(9502)
NULL

Warning: Swoole\Server::listen(): a server has at most 64 ports in %s on line %d
string(18) "Swoole\Server\Port"
bool(false)
int(9005)
