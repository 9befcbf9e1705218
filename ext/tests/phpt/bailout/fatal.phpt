--TEST--
A fatal error in one coroutine: 500 for its request, 503 for the others, and a new worker
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/../server.inc';
const CODE = <<<'PHP'
use Swoole\Coroutine as Co;
class Loud { public function __destruct() { echo "destructor\n"; } }
$server->on('workerError', function ($server, $worker, $pid, $code, $signal) { echo "workerError $worker $code $signal\n"; });
$server->on('workerStop', function ($server, $worker) { echo "workerStop\n"; });
$server->on('request', function ($request, $response) {
    $loud = new Loud;
    switch ($request->server['path_info']) {
        case '/wait': echo "waits\n"; try { Co::yield(); } finally { echo "finally\n"; } return;
        case '/memory': str_repeat('x', 1 << 30); return;
        case '/declared': class_exists('A') or eval('class A {} class A {}'); return;
        case '/nested': Co::create(function () { $loud = new Loud; try { trigger_error('user fatal', E_USER_ERROR); } finally { echo "finally\n"; } }); echo "not reached\n"; return;
        case '/streaming': $response->write('part'); trigger_error('user fatal', E_USER_ERROR);
        case '/output': ob_start(function ($text) { trigger_error('in an output callback', E_USER_ERROR); }); echo 'x'; return $response->end('answered');
        case '/shutdown': register_shutdown_function(function () { echo "shutdown\n"; }); trigger_error('user fatal', E_USER_ERROR);
    }
    $response->end((string) getmypid());
});
PHP;
foreach ([true, false] as $coroutines) {
    $server = start_server(CODE, ['log_level' => 5, 'enable_coroutine' => $coroutines], ['memory_limit' => '32M', 'error_reporting' => E_ALL & ~E_DEPRECATED, 'fatal_error_backtraces' => 0]);
    foreach (['/memory', '/declared', '/nested', '/streaming', '/output', '/shutdown'] as $target) {
        do $pid = $server->get('/'); while ($pid === '');
        $waiting = $server->connect();
        if ($coroutines) {
            $times = substr_count($server->said(), 'waits');
            fwrite($waiting, request('/wait'));
            while (substr_count($server->said(), 'waits') === $times);
        }
        $answer = $server->ask($target);
        echo $target, ' ', status($answer), ' ', json_encode(body($answer)), $coroutines ? ', the other: ' . status(stream_get_contents($waiting)) : '', "\n";
        do $next = $server->get('/'); while ($next === '');
        if ($next === $pid) echo "the worker is still the same\n";
    }
    echo preg_replace(['~/\S+(:\d+| on line)~', '~\n\t?#.*~', '~\(tried to allocate \d+ bytes\)~'], ['FILE$1', '', '(...)'], $server->stop());
}
?>
--EXPECTF--
/memory HTTP/1.1 500 Internal Server Error "Internal Server Error", the other: HTTP/1.1 503 Service Unavailable
/declared HTTP/1.1 500 Internal Server Error "Internal Server Error", the other: HTTP/1.1 503 Service Unavailable
/nested HTTP/1.1 503 Service Unavailable "", the other: HTTP/1.1 503 Service Unavailable
/streaming HTTP/1.1 200 OK "4\r\npart\r\n", the other: HTTP/1.1 503 Service Unavailable
/output HTTP/1.1 200 OK "answered", the other: HTTP/1.1 503 Service Unavailable
/shutdown HTTP/1.1 500 Internal Server Error "Internal Server Error", the other: HTTP/1.1 503 Service Unavailable
destructor
waits
Fatal error: Allowed memory size of 33554432 bytes exhausted (...) in SCRIPT on line 20
workerError 0 255 0
destructor
destructor
waits
Fatal error: Cannot %Sdeclare class A%S in SCRIPT(21) : eval()'d code on line 1
workerError 0 255 0
destructor
destructor
waits
Fatal error: user fatal in SCRIPT on line 22
workerError 0 255 0
destructor
destructor
waits
Fatal error: user fatal in SCRIPT on line 23
workerError 0 255 0
destructor
destructor
waits
Fatal error: in an output callback in SCRIPT on line 24
workerError 0 255 0
destructor
destructor
waits
Fatal error: user fatal in SCRIPT on line 25
workerError 0 255 0
destructor
workerStop
/memory HTTP/1.1 500 Internal Server Error "Internal Server Error"
/declared HTTP/1.1 500 Internal Server Error "Internal Server Error"
/nested HTTP/1.1 500 Internal Server Error "Internal Server Error"
/streaming HTTP/1.1 200 OK "4\r\npart\r\n"
/output HTTP/1.1 200 OK "answered"
/shutdown HTTP/1.1 500 Internal Server Error "Internal Server Error"
destructor
Fatal error: Allowed memory size of 33554432 bytes exhausted (...) in SCRIPT on line 20
workerError 0 255 0
destructor
destructor
Fatal error: Cannot %Sdeclare class A%S in SCRIPT(21) : eval()'d code on line 1
workerError 0 255 0
destructor
destructor
Fatal error: user fatal in SCRIPT on line 22
workerError 0 255 0
destructor
destructor
Fatal error: user fatal in SCRIPT on line 23
workerError 0 255 0
destructor
destructor
Fatal error: in an output callback in SCRIPT on line 24
workerError 0 255 0
destructor
destructor
Fatal error: user fatal in SCRIPT on line 25
workerError 0 255 0
destructor
workerStop
