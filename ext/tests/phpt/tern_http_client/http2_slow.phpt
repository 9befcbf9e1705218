--TEST--
Tern\Http\Client: HTTP/2: responses that are read slowly wait for their readers, and do not hold up others
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Http\Server;
use Tern\Http\Client;

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->set(['open_http2_protocol' => true, 'http_compression' => false]);
    $server->handle('/', fn($request, $response) => $response->end(str_repeat('x', (int) $request->get['size'])));
    go(fn() => $server->start());
    $client = new Client(['base_url' => "http://127.0.0.1:$server->port", 'http2' => 'prior', 'retries' => 0]);
    foreach (['one of 17 MB' => [17 << 20], 'more than 8 MB of which none is read' => array_fill(0, 10, 1_200_000)] as $what => $sizes) {
        $slow = array_map(fn($size) => $client->get("/?size=$size", ['stream' => true]), $sizes);
        for ($i = 0; $i < 30; ++$i) {
            $client->get('/?size=1000000');
        }
        $got = [];
        foreach ($slow as $response) {
            for ($size = 0; ($piece = $response->read()) !== ''; $size += strlen($piece)) {
            }
            $got[] = $size;
        }
        echo "$what: ", json_encode($got === $sizes), "\n";
    }
    ['opened' => $opened, 'in_use' => $in_use] = current($client->stats()['hosts']);
    echo "$opened connection, $in_use in use\n";
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
one of 17 MB: true
more than 8 MB of which none is read: true
1 connection, 0 in use
