--TEST--
The manual's answers: status(), header(), cookie(), rawcookie(), redirect(), write(), trailer(), sendfile()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$file = tempnam(sys_get_temp_dir(), 'tern-file-') . '.txt';
file_put_contents($file, '0123456789');
$program = start_program(function () use ($file) {
    $http = new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $http->set(['worker_num' => 1]);
    $http->on('request', function ($request, $response) use ($file) {
        switch ($request->server['path_info']) {
            case '/status':
                $response->status(404);
                return $response->end('gone');
            case '/reason':
                $response->status(200, 'Fine');
                return $response->end();
            case '/header':
                $response->header('content-type', 'image/jpeg');
                $response->header('x-list', ['a', 'b']);
                $response->header('x-as-it-is', 'value', false);
                return $response->end('x');
            case '/cookie':
                $response->cookie('name', 'a value', 0, '/', 'example.com', true, true, 'Lax');
                $response->rawcookie('raw', 'a%20value');
                $response->setCookie('gone');
                return $response->end('x');
            case '/redirect': return $response->redirect('http://example.com/', 301);
            case '/write':
                $response->write('first ');
                $response->write('second');
                return $response->end();
            case '/file': return $response->sendfile($file, 2, 5);
        }
    });
    return $http;
});
foreach (['status', 'reason', 'header', 'cookie', 'redirect', 'write', 'file'] as $page) echo "=== $page\n", $program->request("/$page"), "\n";
$program->stop();
unlink($file);
?>
--EXPECT--
=== status
HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 4

gone
=== reason
HTTP/1.1 200 Fine
Content-Type: text/html
Content-Length: 0


=== header
HTTP/1.1 200 OK
Content-Type: image/jpeg
X-List: a
X-List: b
x-as-it-is: value
Content-Length: 1

x
=== cookie
HTTP/1.1 200 OK
Content-Type: text/html
Set-Cookie: name=a%20value; path=/; domain=example.com; secure; HttpOnly; SameSite=Lax
Set-Cookie: raw=a%20value
Set-Cookie: gone=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0
Content-Length: 1

x
=== redirect
HTTP/1.1 301 Moved Permanently
Content-Type: text/html
Location: http://example.com/
Content-Length: 0


=== write
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Transfer-Encoding: chunked

6
first 
6
second
0


=== file
HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 5

23456
