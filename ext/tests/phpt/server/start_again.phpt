--TEST--
Server: a server that has been shut down does not start again; a new one does
--FILE--
<?php
function make(): Swoole\Http\Server
{
    $server = new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
    $server->on('request', fn() => null);
    $server->on('workerStart', fn(Swoole\Http\Server $server) => $server->shutdown());
    return $server;
}
$server = make();
var_dump($server->start(), $server->start(), $server->set([]), $server->ports[0]->on('request', fn() => null));
var_dump(make()->start());
?>
--EXPECTF--
Warning: Swoole\Server::start(): the server has been shut down: make a new one to start again in %s on line %d

Warning: Swoole\Server::set(): the server was started: options cannot change any more in %s on line %d

Warning: Swoole\Server\Port::on(): the server was started: callbacks cannot change any more in %s on line %d
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
