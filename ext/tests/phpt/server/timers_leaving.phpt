--TEST--
Server: timers and events do not keep a worker from leaving; what they hold is freed behind workerExit, before workerStop
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Event;
use Swoole\Timer;
class Holder { public function __construct(public string $name) {} public function __destruct() { echo "$this->name freed\n"; } }
$server->on('workerStart', function ($server, int $id) {
    Timer::tick(1, function () {}, new Holder('tick'));
    Timer::after(1000000, function () { echo "never\n"; }, new Holder('after'));
    [$GLOBALS['ours'], $GLOBALS['peer']] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $holder = new Holder('event');
    Event::add($GLOBALS['ours'], function () use ($holder) { echo "never\n"; });
    $holder = new Holder('cycle');
    Event::cycle(function () use ($holder) {});
});
$server->on('workerExit', function () { echo 'workerExit, ', Timer::stats()['num'], " timers\n"; });
$server->on('workerStop', function () { echo 'workerStop, ', Timer::stats()['num'], ' timers, ', json_encode(Event::isset($GLOBALS['ours'])), "\n"; });
$server->on('request', fn ($request, $response) => $response->end('served'));
PHP);
echo $server->get('/'), "\n";
echo $server->stop();
?>
--EXPECT--
served
workerExit, 2 timers
after freed
tick freed
event freed
cycle freed
workerStop, 0 timers, false
