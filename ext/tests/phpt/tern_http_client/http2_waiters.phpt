--TEST--
Tern\Http\Client: HTTP/2: requests that wait get streams of the first connection, then places for other connections
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Server;
use Tern\Http\Client;

Co\run(function () {
    $gate = new Channel();
    $server = new Server('127.0.0.1');
    $server->set(['open_http2_protocol' => true, 'http2_max_concurrent_streams' => 100]);
    $here = 0;
    $server->handle('/', function ($request, $response) use ($gate, &$here) {
        ++$here === 120 ? $gate->close() : $gate->pop();
        $response->end('together');
    });
    go(fn() => $server->start());
    $client = new Client(['base_url' => "http://127.0.0.1:$server->port", 'http2' => 'prior', 'retries' => 0, 'max_per_host' => 2, 'timeout' => 20]);
    $found = [];
    Co\batch(array_fill(0, 120, function () use ($client, &$found) {
        $found[] = $client->get('/')->body();
    }));
    echo json_encode(array_count_values($found)), "\n";
    $stats = current($client->stats()['hosts']);
    echo "$stats[opened] opened, $stats[reused] reused, $stats[waiting] wait\n";
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
{"together":120}
2 opened, 118 reused, 0 wait
