--TEST--
Tern\Http\Client: what a server sends unasked is the response of no request
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $gate = new Co\Channel(1);
    $peer = null;
    // The first read of the client ends with the response; what is behind it stays in the socket.
    $server = new Scripted(function ($line, $head, $body, $number, $socket) use ($gate, &$peer) {
        $peer = $socket;
        $path = explode(' ', $line)[1];
        if ($path === '/stray') {
            $response = response('', '200 OK', 'X-Fill: FILL');
            $response = str_replace('FILL', str_repeat('x', 16384 - strlen($response) + 4), $response);
            $gate->pop();
            return $response . response('stray');
        }
        return response("$path $body");
    });
    foreach (['get' => [], 'post' => ['body' => 'text'], 'put' => ['body' => fn() => ['piece']]] as $method => $options) {
        $client = new Client(['base_url' => $server->url, 'max_per_host' => 1, 'retries' => 0]);
        go(fn() => $client->get('/stray'));
        $waiting = [];
        foreach (range(1, 5) as $i) {
            $waiting[] = go(fn() => attempt(fn() => $client->$method("/$i", $options)));
        }
        $gate->push(true);
        Co::join($waiting);
        $host = current($client->stats()['hosts']);
        echo "$method: opened $host[opened], in use $host[in_use], waiting $host[waiting]\n";
    }

    echo "-- it comes while the program makes the body\n";
    $client = new Client(['base_url' => $server->url, 'max_per_host' => 1, 'retries' => 0]);
    $client->get('/first');
    $pieces = function () use (&$peer) {
        $peer->sendAll(response('stray'));
        yield 'one';
        yield 'two';
    };
    attempt(fn() => $client->put('/pieces', ['body' => $pieces]));
    echo 'opened ', current($client->stats()['hosts'])['opened'], "\n";
    $server->stop();
});
?>
--EXPECT--
200 /1 
200 /2 
200 /3 
200 /4 
200 /5 
get: opened 2, in use 0, waiting 0
200 /1 text
200 /2 text
200 /3 text
200 /4 text
200 /5 text
post: opened 2, in use 0, waiting 0
200 /1 piece
200 /2 piece
200 /3 piece
200 /4 piece
200 /5 piece
put: opened 2, in use 0, waiting 0
-- it comes while the program makes the body
200 /pieces onetwo
opened 2
