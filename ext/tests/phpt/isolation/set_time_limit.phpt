--TEST--
set_time_limit() limits the waits of the request that calls it, and nobody else
--FILE--
<?php
require __DIR__ . '/../server.inc';
$code = <<<'PHP'
use Swoole\Coroutine as Co;
function compute(float $seconds): void {
    $used = function () { $u = getrusage(); return $u['ru_utime.tv_sec'] + $u['ru_utime.tv_usec'] / 1e6; };
    for ($end = $used() + $seconds; $used() < $end;);
}
$held = 0;
$server->on('request', function ($request, $response) use (&$held) {
    switch ($request->server['path_info']) {
        case '/limit': $response->end(json_encode(set_time_limit(1))); return;
        case '/ini': $response->end(json_encode([ini_set('max_execution_time', '1'), ini_get('max_execution_time')])); return;
        case '/compute': compute(1.3); $response->end('computed'); return;
        case '/limit_compute': set_time_limit(1); compute(1.3); $response->end('computed'); return;
        case '/wait': set_time_limit(1); try { Co::yield(); } finally { echo "finally\n"; } return;
        case '/catch': set_time_limit(1); try { Co::yield(); } catch (Co\TimeoutException) { $response->end('caught'); } return;
        case '/lift': set_time_limit(0); $held = Co::getCid(); Co::yield(); $response->end('lifted'); return;
        case '/late': Co::yield(); return;
        case '/resume': Co::resume($held); $response->end(); return;
        case '/child':
            $child = Co::create(function () { set_time_limit(1); try { Co::yield(); } catch (Swoole\Coroutine\TimeoutException) { echo "child\n"; } });
            Co::join([$child]);
            $response->end('its child was limited');
            return;
    }
});
PHP;
$server = start_server($code);
foreach (['/limit', '/compute', '/ini', '/compute', '/limit_compute', '/wait', '/catch', '/child'] as $target) {
    $answer = $server->ask($target);
    echo $target, ' ', status($answer), ' ', body($answer), "\n";
}
echo $server->stop();
echo "another limit before\n";
$server = start_server($code, ['max_request_execution_time' => 1]);
$lifted = $server->connect();
fwrite($lifted, request('/lift', 'GET', ['Connection' => 'close']));
echo status($server->ask('/late')), "\n";  // its limit is over later than the other one's would be
$server->get('/resume');
echo body(stream_get_contents($lifted)), "\n", $server->stop();
echo "without coroutines\n";
$server = start_server($code, ['enable_coroutine' => false]);
foreach (['/limit', '/compute', '/ini', '/compute'] as $target) echo $target, ' ', status($server->ask($target)), "\n";
echo $server->stop();
echo "in the main script\n";
$server = start_server('set_time_limit(1);' . $code . '$server->on("start", function ($server) { compute(1.3); report_port($server); });');
echo $server->get('/limit'), "\n", $server->stop();
?>
--EXPECT--
/limit HTTP/1.1 200 OK true
/compute HTTP/1.1 200 OK computed
/ini HTTP/1.1 200 OK ["0","0"]
/compute HTTP/1.1 200 OK computed
/limit_compute HTTP/1.1 200 OK computed
/wait HTTP/1.1 504 Gateway Timeout Gateway Timeout
/catch HTTP/1.1 200 OK caught
/child HTTP/1.1 200 OK its child was limited
finally
[*.0] WARNING	a request took longer than its own time limit: GET /wait
child
another limit before
HTTP/1.1 504 Gateway Timeout
lifted
[*.0] WARNING	a request took longer than request_timeout (max_request_execution_time): GET /late
without coroutines
/limit HTTP/1.1 200 OK
/compute HTTP/1.1 200 OK
/ini HTTP/1.1 200 OK
/compute HTTP/1.1 200 OK
in the main script
true
