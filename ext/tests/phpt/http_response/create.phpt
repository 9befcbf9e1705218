--TEST--
Response::create(): for a socket with its request, and for a connection of a Server's own protocol
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Http\Request;
use Swoole\Http\Response;

Co\run(function () {
    foreach (["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] as $text) {
        [$one, $two] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
        $request = Request::create();
        var_dump($request->getMethod(), $request->parse(substr($text, 0, 3)) > 0, $request->getMethod());
        $request->parse(substr($text, 3, 2));
        var_dump($request->getMethod());
        $request->parse(substr($text, 5));
        $response = Response::create([$one, $request]);
        $response->write('in ');
        $response->end('pieces');
        $response = Response::create([$one, $request]);
        $response->end('whole');
        $one->close();
        echo preg_replace('/Date: .*\r\n/', '', $two->recvAll(10000, 5)), "\n";
    }
});
$port = '$tcp = $server->listen("127.0.0.1", 0, SWOOLE_SOCK_TCP);
    $tcp->set(["open_http_protocol" => false]);
    $tcp->on("receive", function ($server, $fd, $reactor, $data) {
        $request = Swoole\Http\Request::create();
        $request->parse($data);
        $response = $request->get["how"] === "array" ? Swoole\Http\Response::create([$server, $request], $fd) : Swoole\Http\Response::create($server, $fd);
        $response->status(201);
        $response->end($request->getMethod() . " " . $request->get["how"] . " " . (int) ($request->fd === $fd));
        $server->close($fd);
    });
    $server->on("request", fn($request, $response) => $response->end((string) $GLOBALS["server"]->ports[1]->port));';
$server = start_server($port);
$number = (int) $server->get('/');
foreach (['array', 'number'] as $how) {
    $client = stream_socket_client("tcp://127.0.0.1:$number");
    fwrite($client, request("/?how=$how"));
    $answer = stream_get_contents($client);
    echo status($answer), ' ', body($answer), "\n";
}
echo $server->stop();
?>
--EXPECTF--
bool(false)
bool(true)
bool(false)
string(3) "GET"
HTTP/1.1 200 OK
Content-Type: text/html
Transfer-Encoding: chunked
Connection: keep-alive

3
in 
6
pieces
0

HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 5
Connection: keep-alive

whole
bool(false)
bool(true)
bool(false)
string(4) "HEAD"
HTTP/1.1 200 OK
Content-Type: text/html
Transfer-Encoding: chunked
Connection: keep-alive

HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 5
Connection: keep-alive


bool(false)
bool(true)
bool(false)
string(3) "GET"
HTTP/1.1 200 OK
Content-Type: text/html
Connection: close

in piecesHTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 5
Connection: keep-alive

whole
HTTP/1.1 201 Created GET array 1
HTTP/1.1 201 Created GET number 0
