--TEST--
Old and short names are the same classes
--FILE--
<?php
$names = [
    'swoole_server' => Swoole\Server::class,
    'swoole_http_server' => Swoole\Http\Server::class,
    'swoole_server_port' => Swoole\Server\Port::class,
    'swoole_http_request' => Swoole\Http\Request::class,
    'swoole_http_response' => Swoole\Http\Response::class,
    'swoole_table' => Swoole\Table::class,
    'swoole_table_row' => Swoole\Table\Row::class,
    'swoole_event' => Swoole\Event::class,
    'swoole_timer' => Swoole\Timer::class,
    'swoole_timer_iterator' => Swoole\Timer\Iterator::class,
    'swoole_exception' => Swoole\Exception::class,
    'swoole_error' => Swoole\Error::class,
    'Co' => Swoole\Coroutine::class,
    'Co\System' => Swoole\Coroutine\System::class,
    'Co\Channel' => Swoole\Coroutine\Channel::class,
    'Chan' => Swoole\Coroutine\Channel::class,
    'chan' => Swoole\Coroutine\Channel::class,
    'Co\Lock' => Swoole\Coroutine\Lock::class,
];
foreach ($names as $alias => $name) {
    $found = (new ReflectionClass($alias))->getName();
    if ($found !== $name) echo "$alias is $found\n";
}
var_dump(SWOOLE_USE_SHORTNAME);
var_dump(is_subclass_of('swoole_http_server', 'swoole_server'));
?>
--EXPECT--
bool(true)
bool(true)
