--TEST--
Request: server_addr is the address that the client has connected to
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;

$server = start_server('$server->on("request", fn($request, $response) => $response->end($request->server["server_protocol"] . " " . $request->server["server_addr"]));',
    ['open_http2_protocol' => true]);
echo $server->get('/'), "\n";
Co\run(function () use ($server) {
    $client = new Swoole\Coroutine\Http2\Client('127.0.0.1', $server->port);
    $client->connect();
    $client->send(new Swoole\Http2\Request());
    echo $client->recv()->data, "\n";
    $client->close();

    $own = new Server('0.0.0.0', 0);
    $own->handle('/', fn($request, $response) => $response->end($request->server['server_addr']));
    go(fn() => $own->start());
    foreach (['127.0.0.1', '127.0.0.2'] as $address) {
        $client = new Client($address, $own->port);
        $client->get('/');
        echo "$client->body\n";
    }
    $own->shutdown();
    $path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
    $own = new Server("unix:$path");
    $own->handle('/', fn($request, $response) => $response->end(var_export($request->server['server_addr'], true)));
    go(fn() => $own->start());
    $client = new Client("unix:$path");
    $client->get('/');
    echo "$client->body\n";
    $own->shutdown();
    @unlink($path);
});
$parsed = Swoole\Http\Request::create();
$parsed->parse("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
var_dump($parsed->server['server_addr']);
echo $server->stop();
?>
--EXPECT--
HTTP/1.1 127.0.0.1
HTTP/2 127.0.0.1
127.0.0.1
127.0.0.2
''
string(0) ""
