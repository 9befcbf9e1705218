--TEST--
Swoole\Server::set: unknown names are answered with the nearest known one, published ones without effect are accepted
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
var_dump($server->set([
    'woker_num' => 1,
    'max_connections' => 1,
    'documentroot' => '/',
    'Worker_Num' => 1,
    'entirely_different' => 1,
    'dns_server' => '127.0.0.1',
    'trace_flags' => SWOOLE_TRACE_ALL,
    'socks5_host' => 'of clients',
    5 => 1,
]));
?>
--EXPECTF--
Warning: Swoole\Server::set(): unknown option "woker_num"; the nearest known one is "worker_num" in %s on line %d

Warning: Swoole\Server::set(): unknown option "max_connections"; the nearest known one is "max_connection" in %s on line %d

Warning: Swoole\Server::set(): unknown option "documentroot"; the nearest known one is "document_root" in %s on line %d

Warning: Swoole\Server::set(): unknown option "Worker_Num"; the nearest known one is "worker_num" in %s on line %d

Warning: Swoole\Server::set(): unknown option "entirely_different" in %s on line %d

Warning: Swoole\Server::set(): unknown option 5: options have names in %s on line %d
bool(true)
