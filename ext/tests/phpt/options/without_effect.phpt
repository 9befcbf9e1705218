--TEST--
Tern\Internal\options_without_effect(): the options that the program has set and that have no effect there, and why
--FILE--
<?php
use function Tern\Internal\options_without_effect;
var_dump(options_without_effect());
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 2, 'reactor_num' => 4, 'buffer_input_size' => '1M', 'socket_timeout' => 5, 'aio_max_wait_time' => 1,
    'pipe_buffer_size' => null, 'aio_mode' => 1]);
$server->ports[0]->set(['max_request' => 1, 'open_http_protocol' => true]);
Co::set(['iouring_entries' => 1, 'hook_flags' => 0, 'use_async_resolver' => true]);
@$server->set(['no_option' => 1]);
print_r(options_without_effect());

// Every option whose text says that it has none is noted.
foreach (Tern\server_options() as $row) {
    if (!$row['supported']) $server->set([$row['name'] => 'x']);
    elseif (str_starts_with($row['doc'], 'Accepted, without effect')) ($row['scope'] === 'port' ? $server->ports[0] : $server)->set([$row['name'] => $row['default']]);
    else continue;
    if (!isset(options_without_effect()[$row['name']])) echo $row['name'], "\n";
}
?>
--EXPECT--
array(0) {
}
Array
(
    [reactor_num] => every worker has its own loop.
    [buffer_input_size] => see package_max_length and http_body_memory_size.
    [aio_mode] => 
    [aio_max_wait_time] => another thread starts as soon as none is idle.
    [max_request] => it belongs to the server
    [iouring_entries] => 
    [use_async_resolver] => 
)
