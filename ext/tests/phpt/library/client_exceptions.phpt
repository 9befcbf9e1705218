--TEST--
The exceptions of clients: their parents, and Co\... as their names
--FILE--
<?php
foreach (['Client\Exception', 'Coroutine\Http\Client\Exception', 'Coroutine\Http2\Client\Exception', 'Coroutine\FastCGI\Client\Exception',
    'Curl\Exception', 'Coroutine\Curl\Exception', 'Exception\ArrayKeyNotExists', 'NameResolver\Exception'] as $name) {
    $error = new ("Swoole\\$name")('why', 7);
    echo get_class($error), ': ', get_parent_class($error), ' ', $error->getMessage(), ' ', $error->getCode(), "\n";
}
var_dump(is_a('co\http\client\exception', 'Swoole\Coroutine\Http\Client\Exception', true), new \Co\Http2\Client\Exception instanceof Swoole\Exception);
var_dump(new swoole_http2_request instanceof Swoole\Http2\Request, new Swoole\Http2\Response);
?>
--EXPECTF--
Swoole\Client\Exception: Swoole\Exception why 7
Swoole\Coroutine\Http\Client\Exception: Swoole\Exception why 7
Swoole\Coroutine\Http2\Client\Exception: Swoole\Exception why 7
Swoole\Coroutine\FastCGI\Client\Exception: Swoole\Exception why 7
Swoole\Curl\Exception: Swoole\Exception why 7
Swoole\Coroutine\Curl\Exception: Swoole\Exception why 7
Swoole\Exception\ArrayKeyNotExists: RuntimeException why 7
Swoole\NameResolver\Exception: RuntimeException why 7
bool(true)
bool(true)
bool(true)
object(Swoole\Http2\Response)#%d (8) {
  ["streamId"]=>
  int(0)
  ["errCode"]=>
  int(0)
  ["statusCode"]=>
  int(0)
  ["pipeline"]=>
  bool(false)
  ["headers"]=>
  NULL
  ["set_cookie_headers"]=>
  NULL
  ["cookies"]=>
  NULL
  ["data"]=>
  NULL
}
