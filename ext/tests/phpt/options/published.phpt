--TEST--
Every published option is accepted, without a warning, wherever options are set
--FILE--
<?php
set_error_handler(function (int $level, string $text) { echo "$text\n"; });
$names = [];
foreach (file(__DIR__ . '/../api/published.txt') as $line) {
    if (preg_match('/OPTION_\w+ = "(\w+)"/', $line, $found)) $names[] = $found[1];
}
var_dump(count($names) > 200);
$server = new Swoole\Server('127.0.0.1', 0);
$coroutine = $plain = null;
Co\run(function () use (&$coroutine, &$plain) {
    $coroutine = new Swoole\Coroutine\Http\Server('127.0.0.1');
    $plain = new Swoole\Coroutine\Server('127.0.0.1');
});
$older = ['thread_num' => 4, 'dns_lookup_random' => true, 'disable_dns_cache' => true, 'aio_mode' => 1, 'use_fiber_context' => true, 'task_async' => true,
    'enable_port_reuse' => true, 'stats_timer_interval' => 5];
$places = [
    'Server' => $server->set(...), 'Port' => $server->ports[0]->set(...), 'Coroutine\Http\Server' => $coroutine->set(...),
    'Coroutine' => Swoole\Coroutine::set(...), 'swoole_async_set' => swoole_async_set(...),
    'Scheduler' => (new Swoole\Coroutine\Scheduler)->set(...), 'Client' => (new Swoole\Client(SWOOLE_TCP))->set(...),
    'Coroutine\Client' => (new Swoole\Coroutine\Client(SWOOLE_TCP))->set(...),
    'Socket' => (new Swoole\Coroutine\Socket(AF_UNIX, SOCK_STREAM))->setProtocol(...),
    'Process\Pool' => (new Swoole\Process\Pool(1))->set(...), 'Process' => (new Swoole\Process('strlen'))->set(...),
    'Async\Client' => (new Swoole\Async\Client(SWOOLE_TCP))->set(...), 'Coroutine\Http\Client' => (new Swoole\Coroutine\Http\Client('a'))->set(...),
    'Coroutine\Http2\Client' => (new Swoole\Coroutine\Http2\Client('a'))->set(...), 'Coroutine\Server' => $plain->set(...),
    'FastCGI\Client' => (new Swoole\Coroutine\FastCGI\Client('a', 1))->set(...),
];
foreach ($places as $place => $set) {
    echo "$place\n";
    // Where an option means something it has its own rules: null leaves it as it is, but for Process\Pool.
    foreach ($names as $name) $set([$name => $place === 'Process\Pool' ? 1 : null]);
    $set($older);
    // Programs pass arrays of their own to all but servers.
    $set(['of_the_program' => 4, 7 => 'x']);
}
foreach (Tern\Internal\options_without_effect() as $name => $why) {
    if (str_contains($why, 'unknown')) echo "$name: $why\n";
}
Swoole\Coroutine::set(['hook_flag' => 1]);
var_dump(Tern\Internal\options_without_effect()['hook_flag']);
var_dump(swoole_async_set(['log_level' => SWOOLE_LOG_ERROR]));
swoole_error_log(SWOOLE_LOG_WARNING, 'below the level');
Swoole\Coroutine::set(['log_level' => SWOOLE_LOG_NONE]);
swoole_error_log(SWOOLE_LOG_ERROR, 'below the level');
var_dump(Swoole\Coroutine::getOptions()['log_level']);
?>
--EXPECT--
bool(true)
Server
Swoole\Server::set(): unknown option "of_the_program"
Swoole\Server::set(): unknown option 7: options have names
Port
Swoole\Server\Port::set(): unknown option "of_the_program"
Swoole\Server\Port::set(): unknown option 7: options have names
Coroutine\Http\Server
Coroutine
swoole_async_set
Scheduler
Client
Coroutine\Client
Socket
Process\Pool
Process
Async\Client
Coroutine\Http\Client
Coroutine\Http2\Client
Coroutine\Server
FastCGI\Client
of_the_program: it is unknown
string(52) "it is unknown; the nearest known one is "hook_flags""
bool(true)
int(6)
