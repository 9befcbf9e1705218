--TEST--
Sizes and counts out of range: the nearest possible number is taken, which the log tells at debug
--FILE--
<?php
use Swoole\Coroutine;
function option(string $name): array { return array_column(Tern\server_options(), null, 'name')[$name]; }
Coroutine::set(['log_level' => SWOOLE_LOG_DEBUG]);
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['socket_buffer_size' => 2048, 'package_max_length' => 0, 'buffer_output_size' => -1, 'backlog' => 0, 'max_coroutine' => 0,
    'http_compression_level' => 0]);
$server->ports[0]->set(['backlog' => 1 << 40]);
// 0 means a usual number.
Coroutine::set(['max_coroutine' => 0, 'c_stack_size' => PHP_INT_MAX, 'stack_size' => -1]);
Co\run(fn() => go(fn() => print("two coroutines\n")));
(new Swoole\Client(SWOOLE_TCP))->set(['socket_buffer_size' => 0, 'package_max_length' => -1]);
(new Swoole\Coroutine\Http\Client('a'))->set(['max_retries' => -1, 'socket_buffer_size' => 1 << 60]);
(new Swoole\Coroutine\Http2\Client('a'))->set(['max_frame_size' => 1, 'http2_max_concurrent_streams' => -1, 'package_max_length' => 0]);
(new Swoole\Coroutine\FastCGI\Client('a', 1))->set(['package_max_length' => 0]);
$client = new Swoole\Coroutine\Http\Client('a');
var_dump($client->addFile(__FILE__, 'f', null, null, -1, -1), $client->uploadFiles[0]['offset']);
(new Swoole\Process\Pool(1))->set(['max_package_size' => 0]);
(new Swoole\Coroutine\Socket(AF_INET, SOCK_STREAM))->setProtocol(['package_max_length' => 0]);
// The rows of all options that are clamped say which numbers there are.
foreach (['socket_buffer_size', 'backlog', 'max_coroutine'] as $name) echo $name, ' ', option($name)['least'], ' ', option($name)['most'] ?? 'any', "\n";
?>
--EXPECTF--
%soption "socket_buffer_size" is 65536, as 2048 is out of range
%soption "package_max_length" is 1024, as 0 is out of range
%soption "output_buffer_size" is 1024, as -1 is out of range
%soption "http_compression_level" is 1, as 0 is out of range
%soption "backlog" is 65535, as 1099511627776 is out of range
%soption "c_stack_size" is %d, as 9223372036854775807 is out of range
%soption "c_stack_size" is 0, as -1 is out of range
two coroutines
%soption "package_max_length" is 1, as -1 is out of range
bool(true)
int(0)
%soption "package_max_length" is 1, as 0 is out of range
socket_buffer_size 65536 any
backlog 0 65535
max_coroutine 0 10000000
