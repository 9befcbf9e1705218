--TEST--
Server: no timers and events in the master, and a pending one keeps a server from starting
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Event;
use Swoole\Timer;
$id = Timer::after(1000, fn () => 0);
Event::cycle(fn () => 0);
try {
    $server->start();
} catch (Swoole\Exception $e) {
    echo $e->getMessage(), "\n";
}
Timer::clear($id);
$server->on('start', function ($server) {
    $tries = [fn () => Timer::after(1, fn () => 0), fn () => $server->tick(1, fn () => 0), fn () => $server->defer(fn () => 0),
        fn () => Event::add(STDIN, fn () => 0), fn () => Event::write(STDIN, ''), fn () => Event::cycle(null), fn () => Event::dispatch()];
    foreach ($tries as $try) {
        try {
            $try();
        } catch (Error $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
    }
    echo json_encode([Timer::clear(1), Timer::exists(1), Timer::info(1), Timer::clearAll(), Timer::stats(), count(Timer::list())]), "\n";
    echo json_encode([@Event::del(STDIN), Event::isset(STDIN), Event::wait(), Event::exit()]), "\n";
    report_port($server);
});
$server->on('request', fn ($request, $response) => $response->end('served'));
PHP);
echo $server->get('/'), "\n", $server->stop();
?>
--EXPECT--
served
a server cannot start while coroutines, timers or events are in use
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
Error: Coroutines, timers and events of a server run in its workers
[false,false,null,true,{"initialized":false,"num":0,"round":0},0]
[false,false,null,null]
