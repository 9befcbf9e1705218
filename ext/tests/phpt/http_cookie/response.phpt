--TEST--
Http\Cookie: Response::cookie() and its kin send one, as often as wanted; other objects and nameless ones
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server('
    $cookie = (new Swoole\Http\Cookie)->withName("id")->withValue("a b")->withHttpOnly(true);
    $raw = (new Swoole\Http\Cookie(false))->withName("raw")->withValue("a%20b");
    $server->on("request", function ($request, $response) use ($cookie, $raw) {
        $results = [$response->cookie($cookie), $response->setCookie($raw), $response->rawcookie($cookie->withValue("c d")), $response->setRawCookie(new Swoole\Http\Cookie)];
        $cookie->withValue("a b");
        try { $response->cookie(new stdClass); } catch (TypeError $error) { $results[] = $error->getMessage(); }
        try { $response->cookie((new Swoole\Http\Cookie)->withName("=")); } catch (ValueError $error) { $results[] = get_class($error); }
        try { $response->cookie(); } catch (ArgumentCountError $error) { $results[] = $error->getMessage(); }
        $response->end(json_encode($results));
    });
');
for ($i = 0; $i < 2; ++$i) {
    $stream = fopen("http://127.0.0.1:$server->port/", 'r');
    echo stream_get_contents($stream), "\n";
    echo implode("\n", preg_grep('/^Set-Cookie/i', stream_get_meta_data($stream)['wrapper_data'])), "\n";
    fclose($stream);
}
echo $server->stop();
?>
--EXPECT--
[true,true,true,false,"Swoole\\Http\\Response::cookie(): Argument #1 ($name_or_object) must be of type Swoole\\Http\\Cookie|string, stdClass given","ValueError","Swoole\\Http\\Response::cookie() expects at least 1 argument, 0 given"]
Set-Cookie: id=a%20b; HttpOnly
Set-Cookie: raw=a%20b
Set-Cookie: id=c%20d; HttpOnly
[true,true,true,false,"Swoole\\Http\\Response::cookie(): Argument #1 ($name_or_object) must be of type Swoole\\Http\\Cookie|string, stdClass given","ValueError","Swoole\\Http\\Response::cookie() expects at least 1 argument, 0 given"]
Set-Cookie: id=a%20b; HttpOnly
Set-Cookie: raw=a%20b
Set-Cookie: id=c%20d; HttpOnly
