--TEST--
The manual's Request::create(): bytes are parsed piece by piece
--FILE--
<?php
error_reporting(E_ALL);
$request = Swoole\Http\Request::create(['parse_cookie' => true, 'parse_body' => true]);
$data = "POST /index.html?hello=world HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=1\r\n" .
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\nx=1&y=2";
var_dump($request->parse(substr($data, 0, 10)), $request->isCompleted());
var_dump($request->parse(substr($data, 10, -3)), $request->isCompleted());
var_dump($request->parse(substr($data, -3)), $request->isCompleted());
var_dump($request->parse('more'));
var_dump($request->getMethod(), $request->getContent(), $request->getData() === $data);
var_dump($request->server['request_uri'], $request->header['host'], $request->get, $request->cookie, $request->post);
?>
--EXPECT--
int(10)
bool(false)
int(133)
bool(false)
int(3)
bool(true)
bool(false)
string(4) "POST"
string(7) "x=1&y=2"
bool(true)
string(11) "/index.html"
string(9) "127.0.0.1"
array(1) {
  ["hello"]=>
  string(5) "world"
}
array(1) {
  ["a"]=>
  string(1) "1"
}
array(2) {
  ["x"]=>
  string(1) "1"
  ["y"]=>
  string(1) "2"
}
