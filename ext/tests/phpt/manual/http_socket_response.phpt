--TEST--
The manual's answer over a Coroutine\Socket: a server of one's own with Request::parse() and Response::create()
--FILE--
<?php
error_reporting(E_ALL);
use Swoole\Coroutine\Socket;
use Swoole\Http\{Request, Response};
// From PHP 8.4 on the end of an object may wait, so an answer that nobody ended is sent.
$paths = array_slice(['/whole', '/pieces', '/nothing'], 0, PHP_VERSION_ID < 80400 ? 3 : 2);
Co\run(function () use ($paths) {
    $server = new Socket(AF_INET, SOCK_STREAM, 0);
    $server->bind('127.0.0.1', 0);
    $server->listen();
    go(function () use ($server, $paths) {
        for ($i = 0; $i < count($paths); ++$i) {
            $client = $server->accept();
            $request = Request::create();
            while (!$request->isCompleted()) $request->parse($client->recv());
            $response = Response::create($client);
            $response->header('X-Path', $request->server['request_uri']);
            if ($i === 0) var_dump($response->end('whole'), $response->isWritable(), @$response->end('again'));
            if ($i === 1) var_dump($response->write('first '), $response->write('second'), $response->end());
            if ($i === 2) unset($response); // sends nothing
            $client->close();
        }
    });
    foreach ($paths as $path) {
        $client = new Socket(AF_INET, SOCK_STREAM, 0);
        $client->connect('127.0.0.1', $server->getsockname()['port']);
        $client->sendAll("GET $path HTTP/1.1\r\nHost: test\r\n\r\n");
        $answer = '';
        while (($part = $client->recv()) !== '') $answer .= $part;
        echo str_replace("\r", '', preg_replace('/^Date: .*\r\n/m', '', $answer)), "\n";
    }
});
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
HTTP/1.1 200 OK
Content-Type: text/html
X-Path: /whole
Content-Length: 5
Connection: keep-alive

whole
bool(true)
bool(true)
bool(true)
HTTP/1.1 200 OK
Content-Type: text/html
X-Path: /pieces
Transfer-Encoding: chunked
Connection: keep-alive

6
first 
6
second
0



