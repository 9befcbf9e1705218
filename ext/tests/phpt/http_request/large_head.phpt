--TEST--
Request: heads of up to 64 KB, over HTTP/1, HTTP/2, for coroutine servers and for parse()
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;
use Swoole\Http\Request;

$server = start_server('$server->on("request", fn($request, $response) => $response->end(
    strlen($request->server["request_uri"]) . " " . strlen($request->header["x-large"] ?? "") . " " . strlen($request->getContent())));', ['open_http2_protocol' => true]);
$path = '/' . str_repeat('p', 12000);
$field = ['X-Large' => str_repeat('f', 50000)];
$connection = $server->connect();
foreach ([[$path, [], ''], ['/', $field, ''], [$path, $field, str_repeat('b', 100000)], ['/', [], '']] as [$target, $fields, $body]) {
    foreach (str_split(request($target, 'POST', $fields, $body), 7000) as $piece) fwrite($connection, $piece);
    echo body(receive($connection)), "\n";
}
echo "several at a time\n";
fwrite($connection, request('/a', 'GET', $field) . request($path, 'GET', $field) . request('/b'));
for ($i = 0; $i < 3; ++$i) echo body(receive($connection)), "\n";
echo "beyond\n";
echo status($server->ask('/' . str_repeat('p', 66000))), "\n", status($server->ask('/', 'GET', ['X' => str_repeat('f', 66000)])), "\n";
Co\run(function () use ($server, $path, $field) {
    echo "HTTP/2\n";
    $client = new Swoole\Coroutine\Http2\Client('127.0.0.1', $server->port);
    $client->connect();
    foreach ([$path, '/'] as $one) {
        $request = new Swoole\Http2\Request();
        $request->path = $one;
        $request->headers = $field;
        $client->send($request);
        echo $client->recv(10)->data, "\n";
    }
    $client->close();
    echo "a coroutine server\n";
    $own = new Server('127.0.0.1', 0);
    $own->handle('/', fn($request, $response) => $response->end(strlen($request->server['request_uri']) . ' ' . strlen($request->header['x-large'])));
    go(fn() => $own->start());
    $client = new Client('127.0.0.1', $own->port);
    $client->setHeaders($field);
    $client->get($path);
    echo $client->body, "\n";
    $own->shutdown();
});
echo "parse()\n";
$request = Request::create();
foreach (str_split(request($path, 'GET', $field), 7000) as $piece) $request->parse($piece);
var_dump($request->isCompleted(), strlen($request->server['request_uri']), strlen($request->header['x-large']));
echo $server->stop();
?>
--EXPECT--
12001 0 0
1 50000 0
12001 50000 100000
1 0 0
several at a time
2 50000 0
12001 50000 0
2 0 0
beyond
HTTP/1.1 414 URI Too Long
HTTP/1.1 431 Request Header Fields Too Large
HTTP/2
12001 50000 0
1 50000 0
a coroutine server
12001 50000
parse()
bool(true)
int(12001)
int(50000)
