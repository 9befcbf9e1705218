--TEST--
Swoole\Server::set: every spelling that a value may have, and `setting`
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
var_dump($server->set([
    'worker_num' => '4',
    'max_conn' => 1000.0,
    'daemonize' => 0,
    'reload_async' => 'yes',
    'open_tcp_keepalive' => 1,
    'package_max_length' => '8M',
    'socket_buffer_size' => 1 << 20,
    'max_wait_time' => 0.5,
    'http_body_timeout' => '2.5',
    'pid_file' => '/tmp/tern.pid',
    'user' => 33,
    'log_level' => SWOOLE_LOG_WARNING,
    'cpu_affinity_ignore' => [0, '1'],
    'max_request' => null,
]));
var_dump($server->set(['worker_num' => 8]));
echo json_encode($server->setting), "\n";
// Every known option takes its own default.
foreach (Tern\server_options() as $option) {
    if ($option['supported'] && !$server->set([$option['name'] => $option['default']])) echo $option['name'], "\n";
    foreach ($option['aliases'] as $alias) $server->set([$alias => $option['default']]);
}
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
{"worker_num":8,"max_conn":1000,"daemonize":0,"reload_async":"yes","open_tcp_keepalive":1,"package_max_length":"8M","socket_buffer_size":1048576,"max_wait_time":0.5,"http_body_timeout":"2.5","pid_file":"\/tmp\/tern.pid","user":33,"log_level":4,"cpu_affinity_ignore":[0,"1"],"max_request":null}
done
