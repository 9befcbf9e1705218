--TEST--
Tern\Http\BodyStream of a request that is whole: read(), foreach, moveTo(), wait(); then the body cannot be had whole
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

$request = request('helloworld');
$body = new BodyStream($request);
var_dump($body->length(), $body->received(), $body->wait(), $request->getContent(), $body->eof());
var_dump($body->read(3), (new BodyStream($request))->read(2));
foreach ($body as $at => $piece) echo "$at: $piece\n";
foreach ($body as $piece) echo "never\n";
var_dump($body->eof(), $body->read(), $body->received());
var_dump($request->getContent(), $request->getData());

$path = __DIR__ . '/complete.tmp';
var_dump((new BodyStream(request('content')))->moveTo($path), file_get_contents($path));
$body = new BodyStream(request(str_repeat('large', 100_000)));
$body->read(1);
var_dump($body->moveTo($path), filesize($path));
unlink($path);

$chunked = Request::create();
$chunked->parse("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
var_dump((new BodyStream($chunked))->length(), (new BodyStream($chunked))->read());
$none = Request::create();
$none->parse("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
var_dump((new BodyStream($none))->length(), (new BodyStream($none))->read(), (new BodyStream($none))->eof());
?>
--EXPECTF--
int(10)
int(10)
bool(true)
string(10) "helloworld"
bool(false)
string(3) "hel"
string(2) "lo"
0: world
bool(true)
string(0) ""
int(10)

Warning: Swoole\Http\Request::getContent(): the body is read by a Tern\Http\BodyStream in %s on line %d

Warning: Swoole\Http\Request::getData(): the body is read by a Tern\Http\BodyStream in %s on line %d
bool(false)
bool(false)
int(7)
string(7) "content"
int(499999)
int(499999)
NULL
string(3) "abc"
int(0)
string(0) ""
bool(true)
