--TEST--
Coroutine\Http\Client: an event stream without a length returns with its head; the socket has the events
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;

Co\run(function () {
    $next = new Channel(1);
    $server = serve(function (Socket $socket) use ($next) {
        while (($request = request_of($socket)) !== '') {
            $early = str_contains($request, '/early') ? "data: early\n\n" : '';
            $type = str_contains($request, '/text') ? 'text/plain' : 'Text/Event-Stream;charset=utf-8';
            if (str_contains($request, '/chunked')) {
                $socket->sendAll("HTTP/1.1 200 OK\r\nContent-Type: $type\r\nTransfer-Encoding: chunked\r\n\r\n");
                $socket->sendAll("6\r\ndata: \r\n");
                $socket->sendAll("6\r\nchunk\n\r\n0\r\n\r\n");
                continue;
            }
            $socket->sendAll("HTTP/1.1 200 OK\r\nContent-Type: $type\r\n\r\n$early");
            $next->pop(10);
            $socket->sendAll("data: 1\n\ndata: 2\n\n");
            return;
        }
    });
    $client = client_of($server);
    foreach (['/events', '/early'] as $path) {
        outcome($client->get($path), $client);
        var_dump($client->body, $client->connected);
        $next->push(true);
        for ($i = 0; $i < 4; ++$i) echo $client->socket->recvLine();
        var_dump($client->socket->recvLine());
    }
    echo "read to its end\n";
    outcome($client->get('/chunked'), $client);
    var_dump($client->body);
    $next->push(true);
    outcome($client->get('/text'), $client);
    var_dump($client->body);
    $client->set(['write_func' => fn ($client, $piece) => print($piece)]);
    $next->push(true);
    outcome($client->get('/events'), $client);
    $server->shutdown();
});
?>
--EXPECT--
ok 200 0  connected
string(0) ""
bool(true)
data: 1

data: 2

string(0) ""
ok 200 0  connected
string(13) "data: early

"
bool(true)
data: 1

data: 2

string(0) ""
read to its end
ok 200 0  connected
string(12) "data: chunk
"
ok 200 0 
string(18) "data: 1

data: 2

"
data: 1

data: 2

ok 200 0 
