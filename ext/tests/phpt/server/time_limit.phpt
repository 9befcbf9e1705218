--TEST--
Server: max_request_execution_time throws where the handler waits; the answer is 504 unless the handler catches that and answers
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
$server->on('request', function ($request, $response) {
    switch ($request->server['path_info']) {
        case '/wait': try { Co::yield(); } catch (Exception $e) { echo get_class($e), "\n"; throw $e; } finally { echo "finally\n"; } return;
        case '/caught': try { Co::sleep(1000); } catch (Exception $e) { Co::sleep(0.001); $response->status(503); echo json_encode($response->end('late')), "\n"; } return;
        case '/own': Co::setTimeLimit(0.01); try { Co::sleep(1000); } catch (Co\TimeoutException) { $response->status(202); $response->end('own'); } return;
        case '/finished': $response->write('part'); try { Co::yield(); } catch (Exception) { $response->end('rest'); } return;
        case '/started': $response->write('part'); Co::yield(); return;
        case '/ended': $response->end('fine'); try { Co::yield(); } finally { echo "ended, finally\n"; } return;
    }
    $response->end('quick');
});
PHP, ['max_request_execution_time' => 0.05]);
foreach (['/', '/wait', '/caught', '/own', '/started', '/finished', '/ended', '/'] as $target) {
    $answer = $server->ask($target);
    echo $target, ' ', status($answer), ' ', json_encode(body($answer)), "\n";
}
$server->until('ended, finally');
echo $server->stop();
?>
--EXPECT--
/ HTTP/1.1 200 OK "quick"
/wait HTTP/1.1 504 Gateway Timeout "Gateway Timeout"
/caught HTTP/1.1 503 Service Unavailable "late"
/own HTTP/1.1 202 Accepted "own"
/started HTTP/1.1 200 OK "4\r\npart\r\n"
/finished HTTP/1.1 200 OK "4\r\npart\r\n4\r\nrest\r\n0\r\n\r\n"
/ended HTTP/1.1 200 OK "fine"
/ HTTP/1.1 200 OK "quick"
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /wait
Swoole\Coroutine\TimeoutException
finally
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /caught
true
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /own
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /started
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /finished
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /ended
ended, finally
