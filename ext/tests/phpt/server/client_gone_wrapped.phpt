--TEST--
Server: a request whose client went away, or whose time is over, within a library that wraps exceptions logs no failure
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
ignore_user_abort(false);
set_exception_handler(fn ($e) => print 'uncaught: ' . $e->getMessage() . "\n");
$server->on('request', function ($request, $response) {
    if ($request->server['path_info'] !== '/late') $response->write('waits');
    try {
        Co::sleep(60);
    } catch (Throwable $e) {
        echo $request->server['path_info'], ' ', get_class($e), "\n";
        if ($request->server['path_info'] === '/bug') throw new RuntimeException('a bug');
        throw new RuntimeException('connection lost', 0, $e);
    }
});
PHP, ['max_request_execution_time' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
echo $server->get('/late'), "\n";
$server->until('TimeoutException');
foreach (['/wait', '/bug'] as $path) {
    $connection = $server->connect();
    fwrite($connection, request($path));
    fgets($connection);
    fclose($connection);
    $server->until("$path Swoole");
}
echo $server->stop();
?>
--EXPECT--
Gateway Timeout
/late Swoole\Coroutine\TimeoutException
/wait Swoole\Coroutine\CanceledException
/bug Swoole\Coroutine\CanceledException
uncaught: a bug
