--TEST--
Coroutine\Http\Server: several in one process, cancelled ones, children, objects that outlive them
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

function make(string $text): Server
{
    $server = new Server('127.0.0.1');
    $server->handle('/', fn($request, $response) => $response->end("$text " . ($request->fd > 0)));
    return $server;
}

Co\run(function () {
    [$one, $two] = [make('one'), make('two')];
    [$first, $second] = [start($one), start($two)];
    [$a, $b] = [new Client($one), new Client($two)];
    echo $a->get('/'), ', ', $b->get('/'), "\n";
    $one->shutdown();
    $first->pop();
    echo $b->get('/'), "\n";
    $two->shutdown();
    $second->pop();

    echo "cancelled\n";
    $server = make('cancelled');
    $kept = [];
    $server->handle('/keep', function ($request, $response) use (&$kept) {
        $kept = [$request, $response];
        Co::yield();
    });
    $ended = new Co\Channel();
    $starter = go(function () use ($server, $ended) {
        var_dump($server->start(), $server->errCode === SOCKET_ECANCELED, $server->errMsg);
        $ended->push(true);
    });
    $client = new Client($server);
    $client->send('/keep');
    $from = new Client($server);
    echo $from->get('/'), "\n";
    Co::cancel($starter);
    $ended->pop();
    var_dump($client->receive(), @$kept[1]->end('too late'), $kept[0]->server['request_uri'], @$kept[1]->upgrade());

    echo "from its own handler\n";
    $server->handle('/cancel', function ($request, $response) use (&$starter, $ended) {
        Co::cancel($starter);
        var_dump(@$response->end('too late'));
        $ended->push(true);
    });
    $starter = go(function () use ($server, $ended) {
        var_dump($server->start());
    });
    $client = new Client($server);
    $client->send('/cancel');
    $ended->pop();
    var_dump($client->receive());

    echo "a child\n";
    $server->handle('/child', function ($request, $response) use ($server) {
        $child = new Swoole\Process(function () use ($server) {
            var_dump($server->shutdown());
            try {
                $server->start();
            } catch (Error $error) {
                echo $error->getMessage(), "\n";
            }
            $inner = make('in the child');
            $ended = start($inner);
            $client = new Client($inner);
            echo $client->get('/'), "\n";
            $inner->shutdown();
            $ended->pop();
        }, false, 0, true);
        $child->start();
        Co\System::wait();
        $response->end('in the parent');
    });
    $ended = start($server);
    $client = new Client($server);
    echo $client->get('/child'), "\n", $client->get('/'), "\n";
    $server->shutdown();
    var_dump($ended->pop()[0]);
    unset($server);
    $GLOBALS['response'] = $kept[1];
});
$http = new Swoole\Http\Server('127.0.0.1', 0);
$http->on('request', fn() => null);
var_dump(@$http->start());
gc_collect_cycles();  // a handler holds its server
?>
--EXPECT--
200 one 1, 200 two 1
200 two 1
cancelled
200 cancelled 1
bool(false)
bool(true)
string(18) "Operation canceled"
string(0) ""
bool(false)
string(5) "/keep"
bool(false)
from its own handler
bool(false)
bool(false)
string(0) ""
a child
NULL
the server runs in the process that this one comes from
200 in the child 1
200 in the parent
200 cancelled 1
bool(true)
bool(false)
