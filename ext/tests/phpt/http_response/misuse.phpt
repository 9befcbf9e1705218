--TEST--
Response: misuse is a warning and false, or an exception, and nothing of it reaches the client
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
function attempt($what, callable $call) {
    set_error_handler(function ($code, $text) { echo "  warning: $text\n"; return true; });
    try {
        echo $what, ":\n";
        echo '  ', json_encode($call()), ' ', swoole_last_error(), "\n";
    } catch (Throwable $e) {
        echo '  ', get_class($e), ': ', $e->getMessage(), "\n";
    }
    restore_error_handler();
}
class Loud { public function __toString(): string { throw new Exception('not a string'); } }
$server->on('request', function ($request, $response) {
    attempt('header name', fn () => $response->header("a b", 'x'));
    attempt('header value', fn () => $response->header('a', "x\r\nSet-Cookie: y"));
    attempt('header list', fn () => $response->header('a', ['x', "y\0"]));
    attempt('header object', fn () => $response->header('a', new Loud));
    attempt('cookie name', fn () => $response->cookie("a\r\nb", 'x'));
    attempt('cookie empty', fn () => $response->cookie('', 'x'));
    attempt('cookie NUL', fn () => $response->cookie("a\0b", 'x'));
    attempt('cookie raw', fn () => $response->rawcookie('a', "x;y"));
    attempt('cookie path', fn () => $response->cookie('a', 'x', 0, "/\0\r\nX: y"));
    attempt('status', fn () => $response->status(199));
    attempt('status', fn () => $response->status(1000));
    attempt('reason', fn () => $response->status(200, "a\r\nb"));
    attempt('trailer', fn () => $response->trailer('a:b', 'x'));
    attempt('redirect', fn () => $response->redirect("/a\r\nX: y"));
    attempt('redirect code', fn () => $response->redirect('/a', 500));
    attempt('sendfile', fn () => $response->sendfile('/nonexistent'));
    attempt('sendfile folder', fn () => $response->sendfile('/'));
    attempt('sendfile offset', fn () => $response->sendfile(__FILE__, -1));
    attempt('sendfile beyond', fn () => $response->sendfile(__FILE__, 1 << 40));
    attempt('clone', fn () => clone $response);
    attempt('serialize', fn () => serialize($response));
    $response->header = ["bad name" => 'x', 'X-Bad' => "a\r\nb", 'X-Int' => 5, 'X-Good' => 'y'];
    attempt('end', fn () => $response->end('ok'));
    foreach (['end', 'write', 'sendfile', 'redirect', 'status', 'header', 'cookie', 'trailer', 'detach', 'initHeader'] as $method) {
        $arguments = ['end' => [], 'status' => [200], 'header' => ['a', 'b'], 'trailer' => ['a', 'b'], 'detach' => [], 'initHeader' => []][$method] ?? ['x'];
        attempt("$method after end", fn () => $response->$method(...$arguments));
    }
    $own = new Swoole\Http\Response;
    attempt('own end', fn () => $own->end());
    attempt('own header', fn () => $own->header('a', 'b'));
    attempt('create', fn () => Swoole\Http\Response::create(1 << 40));
});
PHP);
show($server->ask('/'));
echo $server->stop();
?>
--EXPECT--
HTTP/1.1 200 OK
Content-Type: text/html
X-Good: y
Content-Length: 2
Connection: close

ok
header name:
    warning: Swoole\Http\Response::header(): "a b" is not a header name
false 505
header value:
    warning: Swoole\Http\Response::header(): the value of header "a" has a line break or NUL in it
false 505
header list:
    warning: Swoole\Http\Response::header(): the value of header "a" has a line break or NUL in it
false 505
header object:
    Exception: not a string
cookie name:
    ValueError: Swoole\Http\Response::cookie(): Argument #1 ($name_or_object) must have letters, digits and !#$%&'*+-.^_`|~[] only, "a\r\nb" given
cookie empty:
    ValueError: Swoole\Http\Response::cookie(): Argument #1 ($name_or_object) must have letters, digits and !#$%&'*+-.^_`|~[] only, "" given
cookie NUL:
    ValueError: Swoole\Http\Response::cookie(): Argument #1 ($name_or_object) must have letters, digits and !#$%&'*+-.^_`|~[] only, "a\x00b" given
cookie raw:
    ValueError: Swoole\Http\Response::rawcookie(): Argument #2 ($value) must have printable ASCII only, without space, ", comma, ; and \, "x;y" given
cookie path:
    ValueError: Swoole\Http\Response::cookie(): Argument #4 ($path) must have printable ASCII only, without ;, "/\x00\r\nX: y" given
status:
    warning: Swoole\Http\Response::status(): the status must be between 200 and 999, 199 given
false 505
status:
    warning: Swoole\Http\Response::status(): the status must be between 200 and 999, 1000 given
false 505
reason:
    warning: Swoole\Http\Response::status(): the reason has a line break or NUL in it
false 505
trailer:
    warning: Swoole\Http\Response::trailer(): "a:b" is not a trailer name, or its value has a line break or NUL in it
false 505
redirect:
    warning: Swoole\Http\Response::header(): the value of header "Location" has a line break or NUL in it
false 505
redirect code:
    ValueError: Swoole\Http\Response::redirect(): Argument #2 ($http_code) must be between 200 and 399, 500 given
sendfile:
    warning: Swoole\Http\Response::sendfile(): /nonexistent: No such file or directory
false 2
sendfile folder:
    warning: Swoole\Http\Response::sendfile(): /: File not exist
false 700
sendfile offset:
    warning: Swoole\Http\Response::sendfile(): Argument #2 ($offset) must be greater than or equal to 0
false 22
sendfile beyond:
    warning: Swoole\Http\Response::sendfile(): SCRIPT: Invalid parameters
false 505
clone:
    Error: Trying to clone an uncloneable object of class Swoole\Http\Response
serialize:
    Exception: Serialization of 'Swoole\Http\Response' is not allowed
end:
  true 505
end after end:
    warning: Swoole\Http\Response::end(): the response has ended or was given up by detach()
false 509
write after end:
    warning: Swoole\Http\Response::write(): the response has ended or was given up by detach()
false 509
sendfile after end:
    warning: Swoole\Http\Response::sendfile(): the response has ended or was given up by detach()
false 509
redirect after end:
    warning: Swoole\Http\Response::redirect(): the response has ended or was given up by detach()
false 509
status after end:
    warning: Swoole\Http\Response::status(): the response has ended: it cannot change any more
false 509
header after end:
    warning: Swoole\Http\Response::header(): the response has ended: it cannot change any more
false 509
cookie after end:
    warning: Swoole\Http\Response::cookie(): the response has ended: it cannot change any more
false 509
trailer after end:
  false 509
detach after end:
  false 509
initHeader after end:
  false 509
own end:
    warning: Swoole\Http\Response::end(): the response has ended or was given up by detach()
false 509
own header:
    warning: Swoole\Http\Response::header(): the response has ended: it cannot change any more
false 509
create:
  false 1005
