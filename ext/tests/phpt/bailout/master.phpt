--TEST--
A fatal error in a callback of the master: it shuts down, and no callback runs there any more
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
foreach (['beforeShutdown', 'shutdown', 'managerStop'] as $event) $server->on($event, function () use ($event) { echo "$event\n"; });
$server->on('managerStart', function () { trigger_error('manager fails', E_USER_ERROR); });
$server->on('request', function ($request, $response) { $response->end('x'); });
register_shutdown_function(function () { echo "end of the script\n"; });
PHP, [], ['error_reporting' => E_ALL & ~E_DEPRECATED, 'fatal_error_backtraces' => 0]);
echo $server->stop(0);
?>
--EXPECT--
Fatal error: manager fails in SCRIPT on line 12
end of the script
