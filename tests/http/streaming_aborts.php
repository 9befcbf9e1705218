<?php
// What is told of clients that go away: Tern\Http\Response::onAbort().

use Tern\Http\Response as Streams;

require __DIR__ . '/../support/server.php';

$server = http_server();

ignore_user_abort(false);
class Held
{
    public function __construct(public string $name)
    {
    }
    public function __destruct()
    {
        note('FREED', $this->name, Swoole\Coroutine::getCid() > 0 ? 'inside' : 'outside');
    }
}
function on_($request, $response)
{
    $response->end('home');
}
function watch($response, string $name): bool
{
    $held = new Held($name);
    return Streams::onAbort($response, function () use ($held, $response) {
        note('ABORTED', $held->name, var_export($response->isWritable(), true), Swoole\Coroutine::getCid() > 0 ? 'inside' : 'outside');
    });
}
function wait_for_ever(): void
{
    note('WAITS');
    try {
        Swoole\Coroutine::yield();
    } catch (Swoole\Coroutine\CanceledException $e) {
        note('CANCELED');
        throw $e;
    }
}
function on_wait($request, $response)
{
    note('ADDED', json_encode(watch($response, 'one')));
    wait_for_ever();
}
function on_two($request, $response)
{
    Streams::onAbort($response, function () {
        note('FIRST');
        throw new Exception('of the first');
    });
    Streams::onAbort($response, function () {
        Swoole\Coroutine::sleep(0.001);
        note('SLEPT');
    });
    Streams::onAbort($response, fn() => note('THIRD'));
    wait_for_ever();
}
function on_ignore($request, $response)
{
    ignore_user_abort(true);
    watch($response, 'one');
    Streams::onAbort($response, fn() => $GLOBALS['gate']->push(1));
    $GLOBALS['gate'] = new Swoole\Coroutine\Channel(1);
    note('WAITS');
    $GLOBALS['gate']->pop();
    note('WRITABLE', json_encode([$response->isWritable(), $response->end('still'), $response->isWritable()]));
    ignore_user_abort(false);
}
function on_keep($request, $response)
{
    watch($response, 'kept');
    note('WAITS');
}
function on_end($request, $response)
{
    watch($response, 'one');
    $response->end('done');
    note('ENDED');
}
function on_late($request, $response)
{
    $response->end('done');
    note('LATE', json_encode(watch($response, 'late')), json_encode($response->isWritable()), (string) swoole_last_error());
}
function on_gone($request, $response)
{
    try {
        wait_for_ever();
    } finally {
        note('LATE', json_encode(watch($response, 'late')), json_encode($response->isWritable()), (string) swoole_last_error());
    }
}
function on_closed($request, $response)
{
    watch($response, 'one');
    $response->close();
    note('CLOSED');
}
function on_detached($request, $response)
{
    watch($response, 'one');
    $response->detach();
    note('DETACHED', json_encode([watch($response, 'two'), $response->isWritable()]));
}
function on_broken($request, $response)
{
    watch($response, 'one');
    $response->write('begun');
    note('WAITS');
    throw new Exception('broken');
}
function on_fail($request, $response)
{
    watch($response, 'one');
    throw new Exception('before');
}
function on_methods($request, $response)
{
    $one = new Watcher();
    note('ADDED', json_encode($one->watch($response)));
    wait_for_ever();
}
class Watcher
{
    public function watch($response): bool
    {
        return Streams::onAbort($response, [$this, 'hidden']) && Streams::onAbort($response, 'told');
    }
    private function hidden(): void
    {
        note('HIDDEN');
    }
}
function told(): void
{
    note('TOLD', (string) func_num_args());
}

$server->on('request', by_path($server));
run();
