--TEST--
FastCGI requests and responses: parameters, bodies of any size, heads of responses
--FILE--
<?php
use Swoole\FastCGI\{FrameParser, HttpRequest, HttpResponse, Request, Response};
use Swoole\FastCGI\Record\{EndRequest, Params, Stderr, Stdin, Stdout};

function records(string $buffer): array
{
    for ($records = []; FrameParser::hasFrame($buffer);) $records[] = FrameParser::parseFrame($buffer);
    if ($buffer !== '') echo "bytes are left\n";
    return $records;
}

$request = (new HttpRequest)->withMethod('POST')->withUri('/a.php?x=1&y=2')->withHeader('X-Under-Way', 'yes')->withHeaders(['Host' => 'h'])->withBody(['f' => 'g h']);
var_dump($request->getRequestUri(), $request->getDocumentUri(), $request->getQueryString(), $request->getContentType(), $request->getContentLength(), $request->getBody());
var_dump($request->getHeader('x-under-way'), $request->getHeaders(), $request->getHeader('none'), $request->getServerPort(), $request->getServerSoftware() === 'swoole/' . SWOOLE_VERSION);
$request->withoutHeader('host');
$request->withoutMethod();
var_dump($request->getHeaders(), $request->getMethod(), $request->withRemotePort(80)->getParam('REMOTE_PORT'), $request->withQuery(['q' => 1])->getQueryString(), $request->withQuery('z')->getQueryString());
var_dump($request->withProtocolVersion('1.0')->getServerProtocol());
try { $request->withProtocolVersion('3'); } catch (InvalidArgumentException $error) { echo $error->getMessage(), "\n"; }

$plain = (new Request)->withParams(['A' => '1', 'B' => '2'])->withAddedParams(['A' => '3'])->withoutParam('B')->withKeepConn(true);
var_dump($plain->getParams(), $plain->getParam('B'), $plain->getKeepConn());
echo implode(' ', array_map(fn ($record) => (new ReflectionClass($record))->getShortName(), records((string) $plain))), "\n";
$large = (new Request)->withParams(['A' => str_repeat('a', 60000), 'B' => str_repeat('b', 60000), 'C' => 'c'])->withBody(swoole_string(str_repeat('x', 140000)));
$params = [];
$body = '';
foreach (records((string) $large) as $record) {
    if ($record instanceof Params) $params += $record->getValues();
    if ($record instanceof Stdin) $body .= $record->getContentData();
}
var_dump($params === $large->getParams(), $body === $large->getBody());

$response = new HttpResponse([new Stdout("Status: 404 Gone Fishing\r\nContent-Type: text/html\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n"), new Stderr('no'), new Stdout("X:1\r\n\r\nbody\r\n\r\nmore"), new Stderr('tice'), new EndRequest]);
var_dump($response->getStatusCode(), $response->getReasonPhrase(), $response->getHeaders(), $response->getHeader('CONTENT-type'), $response->getHeader('no'), $response->getSetCookieHeaderLines(), $response->getBody(), $response->getError());
$response = new HttpResponse([new Stdout("Content-type: a\n\nunix"), new EndRequest]);
var_dump($response->getStatusCode(), $response->getReasonPhrase(), $response->getBody(), (new HttpResponse([new Stdout("Status: 403\r\n\r\n"), new EndRequest]))->getReasonPhrase());
var_dump((new HttpResponse)->withStatusCode(201)->withReasonPhrase('Made')->withHeaders(['A' => '1', 'a' => '2'])->withSetCookieHeaderLine('c=3')->getHeaders());
var_dump((new Response([new Stdout('raw'), new EndRequest]))->getBody());
foreach ([[], [new Stdout('raw')]] as $records) {
    try { new Response($records); } catch (InvalidArgumentException $error) { echo $error->getMessage(), "\n"; }
}
?>
--EXPECT--
string(14) "/a.php?x=1&y=2"
string(6) "/a.php"
string(7) "x=1&y=2"
string(33) "application/x-www-form-urlencoded"
int(5)
string(5) "f=g+h"
string(3) "yes"
array(2) {
  ["X-Under-Way"]=>
  string(3) "yes"
  ["Host"]=>
  string(1) "h"
}
NULL
int(0)
bool(true)
array(1) {
  ["X-Under-Way"]=>
  string(3) "yes"
}
NULL
string(2) "80"
string(3) "q=1"
string(1) "z"
string(8) "HTTP/1.0"
A version of HTTP is 1.0, 1.1 or 2, '3' given
array(1) {
  ["A"]=>
  string(1) "3"
}
NULL
bool(true)
BeginRequest Params Params Stdin
bool(true)
bool(true)
int(404)
string(12) "Gone Fishing"
array(2) {
  ["Content-Type"]=>
  string(9) "text/html"
  ["X"]=>
  string(1) "1"
}
string(9) "text/html"
NULL
array(2) {
  [0]=>
  string(3) "a=1"
  [1]=>
  string(3) "b=2"
}
string(12) "body

more"
string(6) "notice"
int(200)
string(2) "OK"
string(4) "unix"
string(9) "Forbidden"
array(1) {
  ["a"]=>
  string(1) "2"
}
string(3) "raw"
The records of a FastCGI response end with EndRequest
The records of a FastCGI response end with EndRequest
