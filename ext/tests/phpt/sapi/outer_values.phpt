--TEST--
Scripts: values that the server makes for a response are candidates of its own garbage collection, not of the script's
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.own_heaps=all
log_errors=0
--FILE--
<?php
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Server;
use Swoole\Coroutine\Socket;
use function Tern\Internal\serve_script;

$script = __DIR__ . '/outer_values.script.inc';

Co\run(function () use ($script) {
    $waits = new Socket(AF_INET, SOCK_STREAM);
    $waits->bind('127.0.0.1', 0);
    $waits->listen();
    $server = new Server('127.0.0.1', 0);
    $server->handle('/', function ($request, $response) use ($script, $waits) {
        gc_collect_cycles();
        $before = gc_status()['roots'];
        go(function () use ($response, $waits, $before) {
            $of_script = $waits->accept();
            echo json_encode($response->header['X-List']), "\n";
            $response->header = null;  // the response itself stays one
            echo gc_status()['roots'] - $before, "\n";
            $of_script->sendAll("\n");
        });
        $variables = ['SCRIPT_NAME' => '/', 'REQUEST_METHOD' => 'GET', 'WAITS' => $waits->getsockname()['port']];
        serve_script($request, $response, $script, $variables, []);
    });
    go(function () use ($server) {
        $client = new Socket(AF_INET, SOCK_STREAM);
        $client->connect('127.0.0.1', $server->port);
        $client->sendAll("GET / HTTP/1.0\r\n\r\n");
        echo explode("\r\n\r\n", $client->recvAll(1 << 20), 2)[1], "\n";
        $server->shutdown();
    });
    $server->start();
});
?>
--EXPECT--
["1","2"]
1
sent, ended
