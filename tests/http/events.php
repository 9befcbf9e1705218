<?php
// Streams of server-sent events.

use Tern\Http\EventStream;

require __DIR__ . '/../support/server.php';

$server = http_server();

function on_($request, $response, $server)
{
    $response->end((string) $server->worker_pid);
}
function on_messages($request, $response)
{
    $stream = new EventStream($response, $request);
    $done = [$stream->isOpen(), $stream->send('one'), $stream->send("two\nlines"), $stream->send("cr\rlf\r\ncrlf\r\n\nend"), $stream->send(''),
        $stream->send(' space: kept', 'typed'), $stream->send('ä€😀', 'with id', '7'), $stream->comment("no\nmessage: at all\rdata: no"),
        $stream->retry(1500), $stream->send("data: x\nid: 9\n:comment\0\n"), $stream->send('last', '', '')];
    $stream->close();
    $stream->close();
    note('DONE', json_encode([array_unique($done), $stream->isOpen(), $stream->send('late'), $response->isWritable()]));
}
function on_last($request, $response)
{
    $stream = new EventStream($response, $request);
    $stream->send($stream->lastEventId());
}
function on_own_fields($request, $response)
{
    $response->header('X-Own', 'yes');
    $response->status(404);
    $stream = new EventStream($response);
    $stream->send($stream->lastEventId() . '!');
}
function on_heartbeat($request, $response)
{
    $stream = new EventStream($response, $request, 0.01);
    note('OPEN');
    Swoole\Coroutine::yield();
}
function on_forever($request, $response)
{
    $stream = new EventStream($response, $request);
    $stream->send('hello');
    note('OPEN');
    try {
        Swoole\Coroutine::yield();
    } catch (Swoole\Coroutine\CanceledException $e) {
        note('CANCELED', json_encode([$stream->isOpen(), $stream->send('x')]));
        throw $e;
    }
}
$kept = [];
function on_keep($request, $response)
{
    $GLOBALS['kept'][] = new EventStream($response, $request, 3600);
    note('KEPT');
}
function on_kept($request, $response)
{
    $response->end(json_encode(array_map(fn($stream) => $stream->isOpen(), $GLOBALS['kept'])));
}
function on_publish($request, $response)
{
    foreach ($GLOBALS['kept'] as $stream) {
        $stream->send('published');
    }
    $response->end('ok');
}
function on_drop($request, $response)
{
    $GLOBALS['kept'] = [];
    $response->end(json_encode([Swoole\Timer::stats()['num'], gc_collect_cycles()]));
}
function on_flood($request, $response)
{
    $stream = new EventStream($response, $request, 0.001);
    $all = new Swoole\Coroutine\WaitGroup(3);
    for ($who = 0; $who < 3; ++$who) {
        Swoole\Coroutine::create(function () use ($stream, $who, $all) {
            for ($i = 0; $i < 20 && $stream->send(str_repeat((string) $who, 1 << 16), "sender $who", "$who.$i"); ++$i);
            note('SENT', "$who", "$i");
            $all->done();
        });
    }
    note('FLOWS');
    $all->wait();
    note('OVER', json_encode($stream->isOpen()));
}
function on_begin($request, $response)
{
    $stream = new EventStream($response, $request);
    note('BEGUN', json_encode([$stream->isOpen(), $stream->send('x')]));
    Swoole\Coroutine::yield();
}
function on_head_sent($request, $response)
{
    $response->write('text');
    try {
        new EventStream($response);
    } catch (Error $e) {
        $response->end($e->getMessage());
    }
}

$server->on('request', by_path($server));
run();
