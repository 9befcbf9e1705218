--TEST--
The manual's Http\Cookie: made step by step, and sent
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 1]);
    $http->on('request', function ($request, $response) {
        $cookie = new Swoole\Http\Cookie();
        $cookie->withName('key1')->withValue('val1')->withPath('/')->withDomain('id.test')
            ->withSecure(true)->withHttpOnly(true)->withSameSite('None')->withPriority('High')->withPartitioned(true);
        $response->setCookie($cookie);
        $cookie->reset();
        $cookie->withName('key2')->withValue('val 2');
        $response->cookie($cookie);
        $response->end(json_encode($cookie->toArray()) . "\n" . $cookie->toString() . "\n");
    });
    return $http;
});
echo $program->request('/');
$program->stop();
?>
--EXPECT--
HTTP/1.1 200 OK
Content-Type: text/html
Set-Cookie: key1=val1; path=/; domain=id.test; secure; HttpOnly; SameSite=None; Priority=High; Partitioned
Set-Cookie: key2=val%202
Vary: Accept-Encoding
Content-Length: 173

{"name":"key2","value":"val 2","path":"","domain":"","sameSite":"","priority":"","encode":true,"expires":0,"secure":false,"httpOnly":false,"partitioned":false}
key2=val%202
