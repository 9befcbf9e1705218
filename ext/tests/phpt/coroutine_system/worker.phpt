--TEST--
System in a worker: files, names, commands; signals of the server are shared; a cancelled request leaves nothing
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$server->on('workerStart', function () {
    go(function () { echo 'leaves: ' . System::waitSignal(SIGTERM) . "\n"; });
    go(function () { echo 'hangup: ' . System::waitSignal([SIGHUP, SIGTERM]) . "\n"; });
});
$server->on('request', function ($request, $response) {
    $said = [System::readFile('/proc/self/comm') !== false, System::gethostbyname('localhost'), System::exec('echo hi; exit 2')];
    $said[] = @System::waitSignal(SIGTERM, 0.001) . swoole_last_error();
    $said[] = @System::waitSignal([SIGALRM, SIGUSR1], 0.001) . swoole_last_error();
    $said[] = @System::waitSignal(SIGALRM, 0.001) . swoole_last_error();
    $said[] = System::exec('kill -PIPE $$')['signal'];  // the server ignores it, its commands do not
    $said[] = trim(file_get_contents('/proc/self/task/' . getmypid() . '/children'));
    Swoole\Process::kill(getmypid(), SIGHUP);
    $response->end(implode("\n", array_map('json_encode', $said)));
});
PHP);
echo $server->get('/'), "\n";
$server->until('hangup');
echo $server->stop();
?>
--EXPECT--
true
"127.0.0.1"
{"code":2,"signal":0,"output":"hi\n"}
"110"
"110"
"110"
13
""
hangup: 1
leaves: 15
