--TEST--
Server: a request goes on when its client goes away, and is cancelled where ignore_user_abort was set to off
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
$waiting = [];
$server->on('request', function ($request, $response) use (&$waiting) {
    switch ($request->server['path_info']) {
        case '/default':
            $response->write('waits');
            while ($response->write('x')) Co::sleep(0.001);
            echo "went on\n";
            ignore_user_abort(false);
            return;
        case '/wait':
            $response->write('waits');
            try { Co::yield(); } catch (Throwable $e) { echo get_class($e), "\n"; throw $e; } finally { echo "finally\n"; }
            return;
        case '/ignore':
            ignore_user_abort(true);
            $waiting[] = Co::getCid();
            $response->write('waits');
            echo 'goes on: ', json_encode([Co::yield(), $response->isWritable(), $response->write('x'), $response->end()]), "\n";
            ignore_user_abort(false);
            return;
        case '/resume': $answer = $response->end(); foreach ($waiting as $id) Co::resume($id); return;
        case '/flood':
            while ($response->write(str_repeat("x", 1 << 20)));
            echo swoole_last_error() === SWOOLE_ERROR_SESSION_CLOSED_BY_CLIENT ? "closed by the client\n" : swoole_last_error();
            return;
    }
});
$server->on('connect', function ($server, $fd) { static $n = 0; if (++$n === 1) echo "connect\n"; });
$server->on('close', function ($server, $fd) { static $n = 0; if (++$n === 1) echo "close\n"; });
PHP, ['buffer_high_watermark' => 1 << 20]);
$connection = $server->connect();
fwrite($connection, request('/default'));
fgets($connection);
fclose($connection);
$server->until('went on');
$connection = $server->connect();
fwrite($connection, request('/wait'));
fgets($connection);
fclose($connection);
$server->until('finally');
$connection = $server->connect();
fwrite($connection, request('/ignore'));
fgets($connection);
fclose($connection);
$server->get('/resume');
$server->until('goes on');
$connection = $server->connect();
fwrite($connection, request('/flood'));
fgets($connection);
fclose($connection);
$server->until('client');
echo $server->stop();
?>
--EXPECT--
connect
close
went on
Swoole\Coroutine\CanceledException
finally
goes on: [true,true,true,true]
closed by the client
