--TEST--
Server::set() takes the options of coroutines, which workers have; a port's accepts them without effect
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_WARNING, 'socket_timeout' => 5, 'stack_size' => '1M',
    'aio_worker_num' => 4, 'enable_preemptive_scheduler' => true, 'single_thread' => true, 'unixsock_buffer_size' => '1M']);
try { $server->set(['socket_timeout' => -2]); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
echo json_encode(Co::getOptions()), ' ', $server->setting['socket_timeout'], "\n";
$server->ports[0]->set(['socket_timeout' => 1]);
$server->on('request', function () {});
$server->on('workerStart', function ($server) {
    echo json_encode(Co::getOptions()), "\n";
    $server->shutdown();
});
var_dump($server->start());
?>
--EXPECTF--
Swoole\Server::set(): Argument #1 ($settings) option "socket_timeout" must be between -1 and 86400, -2 given
{"c_stack_size":1048576,"enable_preemptive_scheduler":true,"aio_worker_num":4,"socket_timeout":5} 5
{"c_stack_size":1048576,"enable_preemptive_scheduler":true,"aio_worker_num":4,"socket_timeout":5}
bool(true)
