--TEST--
Coroutine\Http\request(), get(), post(): the driver, values that are none
--FILE--
<?php
require __DIR__ . '/peer.inc';
use function Swoole\Coroutine\Http\{get, post, request, request_with_stream};

Co\run(function () {
    $server = peer();
    $url = "http://127.0.0.1:$server->port";
    swoole_library_set_option('http_client_driver', 'stream');
    tell(fn() => request("$url/a", 'DELETE'));
    tell(fn() => get("$url/b", null, ['X-Test' => 'get']));
    tell(fn() => post("$url/c", ['d' => 'e'], [], [], ['f' => 'g']));
    var_dump(get($url) instanceof Swoole\Coroutine\Http\ClientProxy);
    $server->shutdown();
    foreach (['other', 7] as $driver) {
        swoole_library_set_option('http_client_driver', $driver);
        tell(fn() => get($url));
    }
    swoole_library_set_option('http_client_driver', 'stream');
    foreach (['', 'host', '/path', 'file:///etc/passwd', 'ftp://h/', 'http:///x', "http://h/a b", "http://h/\r\nX: y", 'http://h:99999/'] as $wrong) tell(fn() => get($wrong));
    foreach (['', 'GET ', "GET\r\n"] as $wrong) tell(fn() => request($url, $wrong));
    foreach ([["X\r\nY" => 'z'], ['X' => "y\r\nZ: a"], ['' => 'x'], [1 => "a\0"]] as $wrong) tell(fn() => get($url, null, $wrong));
    foreach (['a;b', "a\r\nb", 'a=b', ''] as $wrong) tell(fn() => get($url, null, null, [$wrong => 'x']));
    try { request($url); } catch (ArgumentCountError $error) { echo $error->getMessage(), "\n"; }
    try { get($url, 'options'); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
});
?>
--EXPECT--
200 ["DELETE","/a",null,"",[]]
200 ["GET","/b",null,"",{"x-test":"get"}]
200 ["POST","/c",null,"d=e",{"content-type":"application/x-www-form-urlencoded","cookie":"f=g"}]
bool(true)
ValueError: The option http_client_driver must be "swoole", "curl" or "stream", "other" given
ValueError: The option http_client_driver must be "swoole", "curl" or "stream", int given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, '' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'host' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, '/path' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'file:///etc/passwd' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'ftp://h/' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'http:///x' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'http://h/a b' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'http://h/\r\nX: y' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($url) must be an http:// or https:// URL without spaces, 'http://h:N/' given
ValueError: Swoole\Coroutine\Http\request(): Argument ($method) must be a method of HTTP, as GET, '' given
ValueError: Swoole\Coroutine\Http\request(): Argument ($method) must be a method of HTTP, as GET, 'GET ' given
ValueError: Swoole\Coroutine\Http\request(): Argument ($method) must be a method of HTTP, as GET, 'GET\r\n' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($headers) must be names of fields and values without line ends, 'X\r\nY: z' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($headers) must be names of fields and values without line ends, 'X: y\r\nZ: a' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($headers) must be names of fields and values without line ends, ': x' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($headers) must be names of fields and values without line ends, '1: a\000' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($cookies) must be names of letters, digits and !#$%&'*+-.^_`|~, 'a;b' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($cookies) must be names of letters, digits and !#$%&'*+-.^_`|~, 'a\r\nb' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($cookies) must be names of letters, digits and !#$%&'*+-.^_`|~, 'a=b' given
ValueError: Swoole\Coroutine\Http\get(): Argument ($cookies) must be names of letters, digits and !#$%&'*+-.^_`|~, '' given
Swoole\Coroutine\Http\request() expects at least 2 arguments, 1 given
Swoole\Coroutine\Http\get(): Argument #2 ($options) must be of type ?array, string given
