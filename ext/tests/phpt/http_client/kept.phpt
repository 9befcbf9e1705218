--TEST--
Coroutine\Http\Client: one connection for many requests; what happens when the server has closed it
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Socket;

Co\run(function () {
    $connections = 0;
    $closes = null;  // a path after which the server closes: at once, or when the next request is there
    $peer = null;
    $server = serve(function (Socket $socket) use (&$connections, &$closes, &$peer) {
        $number = ++$connections;
        $peer = $socket;
        for ($count = 1; ($request = request_of($socket)) !== ''; ++$count) {
            [$method, $path] = explode(' ', $request);
            if ($closes === 'unanswered' && $count > 1) {
                return;
            }
            $socket->sendAll(answer("connection $number, request $count: $method $path", $path === '/last' ? "Connection: close\r\n" : ''));
            if ($path === '/last' || $closes === 'answered') {
                return;
            }
        }
    });
    $client = client_of($server);
    $ask = function (string $method, ...$arguments) use ($client) {
        $ok = $client->$method(...$arguments);
        echo $client->body, ' ';
        outcome($ok, $client);
    };
    $ask('get', '/1');
    $ask('post', '/2', 'x');
    $ask('get', '/last');
    $ask('get', '/3');
    echo "closed while it was idle\n";
    $closes = 'answered';
    $ask('get', '/4');
    arrived($client);
    $closes = null;
    $ask('post', '/5', 'x');
    echo "closed when the next request came\n";
    $closes = 'unanswered';
    $ask('get', '/6');
    $ask('post', '/7', 'x');
    $ask('get', '/8');
    $client->set(['max_retries' => 0]);
    $ask('get', '/9');
    echo "not kept\n";
    $closes = null;
    $client->set(['keep_alive' => false]);
    $ask('get', '/10');
    $client->set(['keep_alive' => true]);
    $client->setHeaders(['Connection' => 'close']);
    $ask('get', '/11');
    $client->setHeaders([]);
    echo "what nobody has asked for is not an answer\n";
    $ask('get', '/12');
    $peer->sendAll(answer('for whom?'));
    arrived($client);
    $ask('get', '/13');
    var_dump($client->close(), $client->close(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
    $ask('get', '/14');
    $server->shutdown();
});
?>
--EXPECT--
connection 1, request 1: GET /1 ok 200 0  connected
connection 1, request 2: POST /2 ok 200 0  connected
connection 1, request 3: GET /last ok 200 0 
connection 2, request 1: GET /3 ok 200 0  connected
closed while it was idle
connection 2, request 2: GET /4 ok 200 0  connected
connection 3, request 1: POST /5 ok 200 0  connected
closed when the next request came
connection 4, request 1: GET /6 ok 200 0  connected
 failed -3 104 the connection ended before the response
connection 5, request 1: GET /8 ok 200 0  connected
 failed -3 104 the connection ended before the response
not kept
connection 6, request 1: GET /10 ok 200 0 
connection 7, request 1: GET /11 ok 200 0 
what nobody has asked for is not an answer
connection 8, request 1: GET /12 ok 200 0  connected
connection 9, request 1: GET /13 ok 200 0  connected
bool(true)
bool(false)
bool(true)
connection 10, request 1: GET /14 ok 200 0  connected
