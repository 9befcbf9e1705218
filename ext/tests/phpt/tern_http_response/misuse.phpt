--TEST--
Tern\Http\Response: wrong arguments throw, wrong moments are a warning and false, and nothing of either reaches the client
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Tern\Http\Response as Streams;
function attempt($what, callable $call) {
    set_error_handler(function ($code, $text) { echo "  warning: $text\n"; return true; });
    try {
        echo $what, ":\n";
        $done = json_encode($call());
        echo '  ', $done, $done === 'false' ? ' ' . swoole_last_error() : '', "\n";
    } catch (Throwable $e) {
        echo '  ', get_class($e), ': ', $e->getMessage(), "\n";
    }
    restore_error_handler();
}
$server->on('request', function ($request, $response) {
    attempt('not a response', fn () => Streams::onAbort(new stdClass, 'strlen'));
    attempt('not callable', fn () => Streams::onAbort($response, 'no_such_function'));
    attempt('no links', fn () => Streams::earlyHints($response, []));
    attempt('link type', fn () => Streams::earlyHints($response, [1]));
    attempt('link list', fn () => Streams::earlyHints($response, [['x']]));
    attempt('link split', fn () => Streams::earlyHints($response, ["x\r\nSet-Cookie: y"]));
    foreach ([100, 101, 99, 200, 103 + (1 << 32), -1] as $status) {
        attempt("status $status", fn () => Streams::informational($response, $status));
    }
    attempt('number as name', fn () => Streams::informational($response, 103, ['x']));
    attempt('empty name', fn () => Streams::informational($response, 103, ['' => 'x']));
    attempt('name', fn () => Streams::informational($response, 103, ["a\r\nb" => 'x']));
    attempt('value', fn () => Streams::informational($response, 103, ['a' => ['x', "b\0c"]]));
    attempt('value type', fn () => Streams::informational($response, 103, ['a' => null]));
    foreach (['Content-Length', 'transfer-encoding', 'CONNECTION', 'Upgrade', 'Trailer', 'Keep-Alive'] as $name) {
        attempt($name, fn () => Streams::informational($response, 103, [$name => '1']));
    }
    attempt('many', fn () => Streams::informational($response, 103, ['a' => array_fill(0, 101, 'b')]));
    attempt('large', fn () => Streams::informational($response, 103, ['a' => str_repeat('b', 16 * 1024)]));
    $name = 'referenced';
    $headers = ['a' => &$name, 'empty' => []];
    attempt('fine', fn () => Streams::informational($response, 150, $headers));
    $response->end('ok');
    attempt('after end', fn () => Streams::informational($response, 103, ['a' => 'b']));
    attempt('hints after end', fn () => Streams::earlyHints($response, ['b']));
    attempt('watch after end', fn () => Streams::onAbort($response, fn () => null));
    $own = new Swoole\Http\Response;
    attempt('own', fn () => Streams::informational($own, 103));
    attempt('watch own', fn () => Streams::onAbort($own, fn () => null));
});
PHP);
show($server->ask('/'));
echo $server->stop();
?>
--EXPECT--
HTTP/1.1 150 Unknown
a: referenced

HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 2
Connection: close

ok
not a response:
  TypeError: Tern\Http\Response::onAbort(): Argument #1 ($response) must be of type Swoole\Http\Response, stdClass given
not callable:
  TypeError: Tern\Http\Response::onAbort(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
no links:
  ValueError: Tern\Http\Response::earlyHints(): Argument #2 ($links) must not be empty
link type:
  TypeError: Tern\Http\Response::earlyHints(): Argument #2 ($links) must have strings only, int given for "Link"
link list:
  TypeError: Tern\Http\Response::earlyHints(): Argument #2 ($links) must have strings only, array given for "Link"
link split:
  ValueError: Tern\Http\Response::earlyHints(): Argument #2 ($links) has a line break or NUL in a value of "Link"
status 100:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, 100 given
status 101:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, 101 given
status 99:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, 99 given
status 200:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, 200 given
status 4294967399:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, 4294967399 given
status -1:
  ValueError: Tern\Http\Response::informational(): Argument #2 ($status) must be between 102 and 199, -1 given
number as name:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must have field names as keys
empty name:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) has the key "", which is not a field name
name:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) has the key "a
b", which is not a field name
value:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) has a line break or NUL in a value of "a"
value type:
  TypeError: Tern\Http\Response::informational(): Argument #3 ($headers) must have strings only, null given for "a"
Content-Length:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "Content-Length", which is the connection's own
transfer-encoding:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "transfer-encoding", which is the connection's own
CONNECTION:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "CONNECTION", which is the connection's own
Upgrade:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "Upgrade", which is the connection's own
Trailer:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "Trailer", which is the connection's own
Keep-Alive:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have "Keep-Alive", which is the connection's own
many:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have more than 100 fields or 16384 bytes
large:
  ValueError: Tern\Http\Response::informational(): Argument #3 ($headers) must not have more than 100 fields or 16384 bytes
fine:
  true
after end:
  warning: Tern\Http\Response::informational(): the response has ended or was given up by detach()
  false 509
hints after end:
  warning: Tern\Http\Response::earlyHints(): the response has ended or was given up by detach()
  false 509
watch after end:
  false 509
own:
  warning: Tern\Http\Response::informational(): the response has ended or was given up by detach()
  false 509
watch own:
  false 509
