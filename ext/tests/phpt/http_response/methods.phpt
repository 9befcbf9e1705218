--TEST--
Response: header, cookie, status, trailer, end, write, redirect, sendfile
--FILE--
<?php
require __DIR__ . '/../server.inc';
file_put_contents($file = tempnam(sys_get_temp_dir(), 'tern-'), '0123456789');
rename($file, "$file.txt");
$server = start_server('$file = ' . var_export("$file.txt", true) . ';' . <<<'PHP'
$server->on('request', function ($request, $response) use ($file) {
    switch ($request->server['path_info']) {
        case '/header':
            $response->header('x-one', 1);
            $response->header('x-one', 'two');
            $response->header('x-list', ['a', 'b']);
            $response->header('x-raw', ' c ', false);
            $response->header('x-gone', 'x');
            $response->header('x-gone', null);
            $response->setHeader('content-type', 'text/plain');
            return $response->end('body');
        case '/cookie':
            $response->cookie('a', 'b c+;');
            $response->rawcookie('raw', 'b+c', 0, '/p', 'example.org', true, true, 'Lax', 'High', true);
            $response->setCookie('gone');
            $response->setRawCookie('later', 'x', 4102444800);
            return $response->end();
        case '/status':
            $response->status(404);
            return $response->end('none');
        case '/reason':
            $response->setStatusCode(299, 'Fine by me');
            return;
        case '/nothing': return;
        case '/204':
            $response->status(204);
            return $response->end('dropped');
        case '/trailer':
            $response->header('trailer', 'x-sum');
            $response->trailer('x-sum', '1');
            return $response->end('body');
        case '/write':
            foreach (['a', '', 'bc'] as $piece) $response->write($piece);
            return $response->end('d');
        case '/write-only': $response->write('abc'); return;
        case '/redirect': return $response->redirect('/there', 301);
        case '/sendfile': return $response->sendfile($file);
        case '/range': return $response->sendfile($file, 3, 4);
        case '/isWritable':
            $before = $response->isWritable();
            $response->end(json_encode([$before]));
            return print json_encode([$response->isWritable()]) . "\n";
        case '/detach':
            $response->detach();
            $fd = $response->fd;
            unset($response);
            $other = Swoole\Http\Response::create($fd);
            return $other->end('by another');
        case '/fields': return $response->end(json_encode([$response->header, $response->cookie, $response->trailer, $response->initHeader(), $response->header]));
    }
});
PHP);
foreach (['/header', '/status', '/reason', '/nothing', '/204', '/trailer', '/write', '/write-only', '/redirect', '/sendfile', '/range', '/isWritable', '/detach', '/fields'] as $target) {
    echo "--- $target\n";
    show($server->ask($target));
}
echo "--- /cookie\n";
echo preg_replace('/(Max-Age=)[1-9]\d+/', '$1N', str_replace("\r", '', implode("\n", preg_grep('/^set-cookie/i', explode("\n", $server->ask('/cookie')))))), "\n";
echo "--- HEAD\n";
show($server->ask('/header', 'HEAD'));
echo "--- HTTP/1.0\n";
$connection = $server->connect();
fwrite($connection, "GET /write HTTP/1.0\r\n\r\n");
show(stream_get_contents($connection));
echo $server->stop();
unlink("$file.txt");
?>
--EXPECT--
--- /header
HTTP/1.1 200 OK
X-One: two
X-List: a
X-List: b
x-raw: c
Content-Type: text/plain
Content-Length: 4
Connection: close

body
--- /status
HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 4
Connection: close

none
--- /reason
HTTP/1.1 299 Fine by me
Content-Type: text/html
Content-Length: 0
Connection: close


--- /nothing
HTTP/1.1 500 Internal Server Error
Content-Type: text/html
Content-Length: 0
Connection: close


--- /204
HTTP/1.1 204 No Content
Connection: close


--- /trailer
HTTP/1.1 200 OK
Content-Type: text/html
Trailer: x-sum
Vary: Accept-Encoding
Transfer-Encoding: chunked
Connection: close

4
body
0
X-Sum: 1


--- /write
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Transfer-Encoding: chunked
Connection: close

1
a
2
bc
1
d
0


--- /write-only
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Transfer-Encoding: chunked
Connection: close

3
abc
0


--- /redirect
HTTP/1.1 301 Moved Permanently
Content-Type: text/html
Location: /there
Content-Length: 0
Connection: close


--- /sendfile
HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 10
Connection: close

0123456789
--- /range
HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 4
Connection: close

3456
--- /isWritable
HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 6
Connection: close

[true]
--- /detach
HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 10
Connection: close

by another
--- /fields
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Content-Length: 24
Connection: close

[null,null,null,true,[]]
--- /cookie
Set-Cookie: a=b%20c%2B%3B
Set-Cookie: raw=b+c; path=/p; domain=example.org; secure; HttpOnly; SameSite=Lax; Priority=High; Partitioned
Set-Cookie: gone=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0
Set-Cookie: later=x; expires=Fri, 01-Jan-2100 00:00:00 GMT; Max-Age=N
--- HEAD
HTTP/1.1 200 OK
X-One: two
X-List: a
X-List: b
x-raw: c
Content-Type: text/plain
Content-Length: 4
Connection: close


--- HTTP/1.0
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Connection: close

abcd
[false]
