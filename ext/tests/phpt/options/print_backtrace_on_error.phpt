--TEST--
option print_backtrace_on_error: an error in the log is followed by the PHP stack of what ran
--FILE--
<?php
require __DIR__ . '/../server.inc';
foreach ([false, true] as $wanted) {
    $server = start_server(<<<'PHP'
    function complains(int $level) { swoole_error_log($level, 'it is broken'); }
    $server->on('request', function ($request, $response) {
        complains(SWOOLE_LOG_WARNING);
        complains(SWOOLE_LOG_ERROR);
        $response->end('');
    });
    PHP, ['print_backtrace_on_error' => $wanted]);
    $server->get('/');
    echo preg_replace('~SCRIPT\(\d+\)~', 'SCRIPT(N)', $server->stop()), "--\n";
}
?>
--EXPECTF--
[*.0] WARNING	it is broken
[*.0] ERROR	it is broken
--
[*.0] WARNING	it is broken
[*.0] ERROR	it is broken
[*.0] ERROR	PHP stack of this error:
	#0 SCRIPT(N): swoole_error_log(5, 'it is broken')
	#1 SCRIPT(N): complains(5)
	#2 [internal function]: {closure%S}(Object(Swoole\Http\Request), Object(Swoole\Http\Response))
--
