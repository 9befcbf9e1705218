--TEST--
Request: the authority of an absolute-form target takes the place of the Host field (RFC 9112 3.2.2)
--FILE--
<?php
$request = Swoole\Http\Request::create();
$request->parse("GET http://a.example:8080/x?y=1 HTTP/1.1\r\nHost: b.example\r\n\r\n");
var_dump($request->header['host'], $request->server['request_uri'], $request->get);
?>
--EXPECT--
string(14) "a.example:8080"
string(2) "/x"
array(1) {
  ["y"]=>
  string(1) "1"
}
