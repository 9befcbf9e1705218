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
$coroutine = null;
Co\run(function () use (&$coroutine) { $coroutine = new Swoole\Coroutine\Http\Server('127.0.0.1'); });
$places = [
    'Server' => $server->set(...), 'Port' => $server->ports[0]->set(...), 'Coroutine\Http\Server' => $coroutine->set(...),
    'Coroutine' => Swoole\Coroutine::set(...), 'swoole_async_set' => swoole_async_set(...),
    'Scheduler' => (new Swoole\Coroutine\Scheduler)->set(...), 'Client' => (new Swoole\Client(SWOOLE_TCP))->set(...),
    'Coroutine\Client' => (new Swoole\Coroutine\Client(SWOOLE_TCP))->set(...),
    'Socket' => (new Swoole\Coroutine\Socket(AF_UNIX, SOCK_STREAM))->setProtocol(...),
    'Process\Pool' => (new Swoole\Process\Pool(1))->set(...),
];
foreach ($places as $place => $set) {
    echo "$place\n";
    // Where an option means something it has its own rules: null leaves it as it is, but for Process\Pool.
    foreach ($names as $name) $set([$name => $place === 'Process\Pool' ? 1 : null]);
    $set(['thread_num' => 4, 'dns_lookup_random' => true, 'stats_timer_interval' => 5]);
}
Swoole\Coroutine::set(['thread_numb' => 4]);
var_dump(swoole_async_set(['log_level' => SWOOLE_LOG_ERROR]));
swoole_error_log(SWOOLE_LOG_WARNING, 'below the level');
Swoole\Coroutine::set(['log_level' => SWOOLE_LOG_NONE]);
swoole_error_log(SWOOLE_LOG_ERROR, 'below the level');
var_dump(Swoole\Coroutine::getOptions()['log_level']);
?>
--EXPECT--
bool(true)
Server
Port
Coroutine\Http\Server
Coroutine
swoole_async_set
Scheduler
Client
Coroutine\Client
Socket
Process\Pool
Swoole\Coroutine::set(): unknown option "thread_numb"
bool(true)
int(6)
