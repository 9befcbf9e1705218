--TEST--
tern.openswoole: options of OpenSwoole alone are accepted in silence
--INI--
tern.openswoole=1
--FILE--
<?php
co::set(['reactor_type' => OPENSWOOLE_IO_URING, 'use_fiber_context' => true]);
$server = new OpenSwoole\Http\Server('127.0.0.1', 0, OpenSwoole\Server::POOL_MODE);
var_dump($server->set(['worker_num' => 1, 'enable_server_token' => true]));
var_dump($server instanceof OpenSwoole\Server, $server->mode);
?>
--EXPECT--
bool(true)
bool(true)
int(2)
