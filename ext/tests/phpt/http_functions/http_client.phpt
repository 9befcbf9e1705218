--TEST--
Coroutine\Http\request_with_http_client(): what is sent, what comes back, failures
--SKIPIF--
<?php if (!class_exists(Swoole\Coroutine\Http\Client::class)) die('skip there is no Swoole\Coroutine\Http\Client yet'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
Co\run(fn() => check_driver(Swoole\Coroutine\Http\request_with_http_client(...)));
?>
--EXPECT--
200 ["GET","/",null,"",[]]
200 ["GET","/path",{"a":"b c"},"",{"cookie":"c=d%20e; f=1","x-test":"value"}]
200 ["POST","/form",null,"a=b+c&d%5B0%5D=e&d%5B1%5D=f",{"content-type":"application/x-www-form-urlencoded"}]
200 ["PUT","/raw",null,"{\"a\":1}",{"content-type":"application/json"}]
200 ["PATCH","/raw",null,"17",{"content-type":"application/x-www-form-urlencoded"}]
200 ["POST","/empty",null,"",{"content-type":"application/x-www-form-urlencoded"}]
200 
302 
404 no
204 
[{"a":"1","b":"\"x y\""},"one, two","text/html"]
20 at once
too late
nothing is an error
half a body is an error
refused
