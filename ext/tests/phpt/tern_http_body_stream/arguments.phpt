--TEST--
Tern\Http\BodyStream: what it does not take, and what it cannot do
--EXTENSIONS--
posix
--INI--
open_basedir={PWD}
--FILE--
<?php
use Swoole\Http\Request;
use Tern\Http\BodyStream;

function request(string $body, string $fields = ''): Request
{
    $request = Request::create();
    $request->parse("POST /x HTTP/1.1\r\nHost: a\r\n{$fields}Content-Length: " . strlen($body) . "\r\n\r\n$body");
    return $request;
}

function attempt(callable $what): void
{
    try {
        var_dump($what());
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getCode(), ': ', $e->getMessage(), "\n";
    }
}

$body = new BodyStream(request('content'));
attempt(fn() => new BodyStream(new Request));
attempt(fn() => new BodyStream(Request::create()));
attempt(fn() => $body->__construct(request('x')));
attempt(fn() => $body->read(0));
attempt(fn() => $body->read(-1));
attempt(fn() => clone $body);
attempt(fn() => serialize($body));
attempt(fn() => $body->moveTo("a\0b"));
attempt(fn() => $body->moveTo(__DIR__));
posix_mkfifo(__DIR__ . '/fifo.tmp', 0600);
attempt(fn() => $body->moveTo(__DIR__ . '/fifo.tmp'));
unlink(__DIR__ . '/fifo.tmp');
attempt(fn() => @$body->moveTo('/tmp/outside'));
attempt(fn() => $body->read());

$form = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n";
$request = request($form, "Content-Type: multipart/form-data; boundary=B\r\n");
attempt(fn() => (new BodyStream($request))->read());
attempt(fn() => (new BodyStream($request))->moveTo(__DIR__ . '/never'));
attempt(fn() => (new BodyStream($request))->wait());
var_dump($request->post, swoole_last_error() === SWOOLE_ERROR_WRONG_OPERATION, is_subclass_of(Tern\Http\BodyException::class, Swoole\Exception::class));
?>
--EXPECTF--
ValueError 0: Tern\Http\BodyStream::__construct(): Argument #1 ($request) must be a request that a server received, or one that is complete
ValueError 0: Tern\Http\BodyStream::__construct(): Argument #1 ($request) must be a request that a server received, or one that is complete
Error 0: The stream is constructed already
ValueError 0: Tern\Http\BodyStream::read(): Argument #1 ($length) must be greater than 0, 0 given
ValueError 0: Tern\Http\BodyStream::read(): Argument #1 ($length) must be greater than 0, -1 given
Error 0: Trying to clone an uncloneable object of class Tern\Http\BodyStream
Exception 0: Serialization of 'Tern\Http\BodyStream' is not allowed
ValueError 0: Tern\Http\BodyStream::moveTo(): Argument #1 ($path) must not contain any null bytes
Tern\Http\BodyException 21: %s: Is a directory
Tern\Http\BodyException 6: %s: No such device or address
Tern\Http\BodyException 1: /tmp/outside: Operation not permitted
string(7) "content"
Tern\Http\BodyException 509: The body is a form, and was taken apart while it arrived
Tern\Http\BodyException 509: The body is a form, and was taken apart while it arrived
bool(true)
array(1) {
  ["a"]=>
  string(1) "b"
}
bool(true)
bool(true)
