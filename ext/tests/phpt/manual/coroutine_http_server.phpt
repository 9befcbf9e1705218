--TEST--
Manual: Coroutine\Http\Server: handlers by path, and its end
--FILE--
<?php
use Swoole\Coroutine\Http\Server;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Server('127.0.0.1', 0, false);
    $server->handle('/', function ($request, $response) {
        $response->end("<h1>Index</h1>");
    });
    $server->handle('/test', function ($request, $response) {
        $response->header('X-Method', $request->server['request_method']);
        $response->end("<h1>Test {$request->get['a']}</h1>");
    });
    $server->handle('/stop', function ($request, $response) use ($server) {
        $response->end("<h1>Stop</h1>");
        $server->shutdown();
    });
    go(function () use ($server) {
        foreach (['/', '/test?a=1', '/stop'] as $path) {
            echo file_get_contents("http://127.0.0.1:$server->port$path", false, stream_context_create(['http' => ['header' => 'Connection: close']])), "\n";
        }
    });
    $server->start();
});
echo "stopped\n";
gc_collect_cycles();  // the server and its handlers
?>
--EXPECT--
<h1>Index</h1>
<h1>Test 1</h1>
<h1>Stop</h1>
stopped
