--TEST--
Server: timers, deferred functions and events of a worker
--FILE--
<?php
require __DIR__ . '/../server.inc';
$code = <<<'PHP'
use Swoole\Coroutine as Co;
use Swoole\Event;
use Swoole\Timer;
$server->on('workerStart', function ($server) {
    $GLOBALS['calls'] = 0;
    $GLOBALS['tick'] = $server->tick(1, function (int $id, $what) {
        if (++$GLOBALS['calls'] === 2) throw new Exception("of a $what");
    }, 'tick');
});
$server->on('request', function ($request, $response) {
    $server = $GLOBALS['server'];
    switch ($request->server['path_info']) {
        case '/coroutine': return $server->after(1, function (...$given) use ($response) {
            $in = Co::getCid() > 0 ? 'in a coroutine' : 'outside';
            if (Co::getCid() > 0) Co::sleep(0.001);
            $response->end(json_encode($given) . " $in");
        }, 'a', 2);
        case '/ticks':
            $seen = $GLOBALS['calls'];
            return Timer::tick(1, function (int $id) use ($response, $seen) {
                if ($GLOBALS['calls'] < $seen + 3 || $GLOBALS['calls'] < 3) return;
                Timer::clear($id);
                $server = $GLOBALS['server'];
                $response->end(json_encode([Timer::exists($GLOBALS['tick']), $server->clearTimer($GLOBALS['tick']), $server->clearTimer($GLOBALS['tick']), Timer::stats()['num']]));
            });
        case '/defer':
            $server->defer(function () use ($response) { $response->end('deferred, ' . $response->before); });
            return $response->before = 'behind the callback';
        case '/event':
            [$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            Event::add($ours, function ($stream) use ($response, $peer) {
                $response->end('read ' . fread($stream, 100));
                Event::del($stream);
            });
            Event::write($peer, 'data');
            return;
        case '/refused':
            Event::wait();
            Event::exit();
            return $response->end(json_encode(Event::dispatch()));
    }
});
PHP;
foreach ([true, false] as $in_coroutines) {
    echo "-- enable_coroutine ", json_encode($in_coroutines), "\n";
    $server = start_server($code, ['enable_coroutine' => $in_coroutines]);
    foreach (['/coroutine', '/ticks', '/defer', '/event', '/refused'] as $target) echo "$target ", $server->get($target), "\n";
    echo preg_replace('~^\t?(#|Stack trace|  thrown).*\n|^\n| (in|on) (SCRIPT|line).*$~m', '', $server->stop());
}
?>
--EXPECT--
-- enable_coroutine true
/coroutine ["a",2] in a coroutine
/ticks [true,true,false,1]
/defer deferred, behind the callback
/event read data
/refused false
[*.0] ERROR	Uncaught Exception: of a tick
Warning: Swoole\Event::wait(): the loop runs already
Warning: Swoole\Event::dispatch(): the loop runs already
-- enable_coroutine false
/coroutine ["a",2] outside
/ticks [true,true,false,1]
/defer deferred, behind the callback
/event read data
/refused false
[*.0] ERROR	Uncaught Exception: of a tick
Warning: Swoole\Event::wait(): the loop runs already
Warning: Swoole\Event::dispatch(): the loop runs already
