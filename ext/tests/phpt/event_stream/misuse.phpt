--TEST--
EventStream: wrong arguments throw, and nothing of them reaches the client
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Tern\Http\EventStream;
function attempt(callable $call) {
    try {
        echo json_encode($call()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$server->on('request', function ($request, $response) {
    foreach ([-1.0, -0.001, 86400.001, INF, NAN] as $heartbeat) {
        attempt(fn () => new EventStream($response, $request, $heartbeat));
    }
    $stream = new EventStream($response, $request, 0);
    attempt(fn () => $stream->send('x', "a\nb"));
    attempt(fn () => $stream->send('x', "a\r"));
    attempt(fn () => $stream->send('x', null, "a\nb"));
    attempt(fn () => $stream->send('x', null, "a\0"));
    attempt(fn () => $stream->retry(-1));
    attempt(fn () => $stream->send('right', "a\0b", 'c'));
    attempt(fn () => clone $stream);
    attempt(fn () => new EventStream($response, $request));
    $stream->close();
    attempt(fn () => $stream->send('late', "a\nb"));
    attempt(fn () => [$stream->send('late'), $stream->comment('late'), $stream->retry(1), $stream->isOpen()]);
    attempt(fn () => new EventStream($response, $request));
});
PHP);
show(str_replace("\0", '\0', $server->ask('/')));
echo $server->stop();
?>
--EXPECTF--
HTTP/1.1 200 OK
Content-Type: text/event-stream
Cache-Control: no-store
X-Accel-Buffering: no
Vary: Accept-Encoding
Transfer-Encoding: chunked
Connection: close

1e
event: a\0b
id: c
data: right


0


ValueError: Tern\Http\EventStream::__construct(): Argument #3 ($heartbeat) must be between 0 and 86400, -1 given
ValueError: Tern\Http\EventStream::__construct(): Argument #3 ($heartbeat) must be between 0 and 86400, -0.001 given
ValueError: Tern\Http\EventStream::__construct(): Argument #3 ($heartbeat) must be between 0 and 86400, 86400.001 given
ValueError: Tern\Http\EventStream::__construct(): Argument #3 ($heartbeat) must be between 0 and 86400, INF given
ValueError: Tern\Http\EventStream::__construct(): Argument #3 ($heartbeat) must be between 0 and 86400, NAN given
ValueError: Tern\Http\EventStream::send(): Argument #2 ($event) must not have a line break in it
ValueError: Tern\Http\EventStream::send(): Argument #2 ($event) must not have a line break in it
ValueError: Tern\Http\EventStream::send(): Argument #3 ($id) must not have a line break or NUL in it
ValueError: Tern\Http\EventStream::send(): Argument #3 ($id) must not have a line break or NUL in it
ValueError: Tern\Http\EventStream::retry(): Argument #1 ($ms) must be greater than or equal to 0, -1 given
true
Error: Call to private %STern\Http\EventStream::__clone() from global scope
Error: Tern\Http\EventStream::__construct(): the head of the response was sent, or it has ended
ValueError: Tern\Http\EventStream::send(): Argument #2 ($event) must not have a line break in it
[false,false,false,false]
Error: Tern\Http\EventStream::__construct(): the head of the response was sent, or it has ended
