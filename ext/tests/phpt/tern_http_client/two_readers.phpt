--TEST--
Tern\Http\Client: a second coroutine that reads a response gets an error, and the first one gets the response
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Server;
use Tern\Http\Client;

Co\run(function () {
    $gate = new Channel(1);
    $server = new Server('127.0.0.1');
    $server->set(['open_http2_protocol' => true, 'http_compression' => false]);
    $server->handle('/', function ($request, $response) use ($gate) {
        $response->write('one ');
        $gate->pop();
        $response->end('two');
    });
    go(fn() => $server->start());
    foreach (['prior', false] as $http2) {
        $client = new Client(['base_url' => "http://127.0.0.1:$server->port", 'http2' => $http2, 'retries' => 0]);
        $response = $client->get('/', ['stream' => true]);
        $first = go(function () use ($response) {
            for ($text = ''; ($piece = $response->read()) !== ''; $text .= $piece) {
            }
            echo "$text\n";
        });
        go(function () use ($response, $gate) {
            try {
                $response->read();
            } catch (Swoole\Error $error) {
                echo get_class($error), "\n";
            }
            $gate->push(true);
        });
        Co::join([$first]);
        $client->close();
    }
    $server->shutdown();
});
?>
--EXPECT--
Swoole\Error
one two
Swoole\Error
one two
