--TEST--
Server: timers and events in the master; a watch of before keeps a server from starting
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Event;
use Swoole\Timer;
$before = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
Event::add($before[0], fn () => 0);
Event::cycle(fn () => 0);
set_error_handler(fn ($level, $text) => print("$text\n"));
var_dump($server->start());
restore_error_handler();
Event::del($before[0]);
$server->on('start', fn () => 0);  // reports the port later
$server->on('managerStart', function ($server) {
    echo json_encode([Timer::clear(1), Timer::exists(1), Timer::info(1), Timer::clearAll(), count(Timer::list())]), "\n";
    $ends = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Event::add($ends[0], function ($end) use ($server) {
        echo 'read ', fread($end, 10), ' in ', Swoole\Coroutine::getCid() > 0 ? 'a coroutine' : 'none', "\n";
        Event::del($end);
        report_port($server);
    });
    $server->defer(fn () => print("deferred\n"));
    Timer::after(1, fn () => fwrite($ends[1], 'x'));
    var_dump(Event::isset($ends[0]), Timer::stats()['num'], @Event::wait(), @Event::exit(), @Event::dispatch());
});
$server->on('request', fn ($request, $response) => $response->end('served'));
PHP);
echo $server->get('/'), "\n", $server->stop();
?>
--EXPECT--
served
Swoole\Server::start(): a server cannot start while coroutines or events are in use
bool(false)
[false,false,null,true,0]
bool(true)
int(1)
NULL
NULL
bool(false)
deferred
read x in a coroutine
