--TEST--
Runtime: in a server calls block unless hook_flags or enableCoroutine() say otherwise
--FILE--
<?php
require __DIR__ . '/../server.inc';
const CODE = <<<'PHP'
if (getenv('TERN_TEST_ENABLE')) $server->on('workerStart', function () { Swoole\Runtime::enableCoroutine(); });
$server->on('request', function ($request, $response) {
    $order = '';
    go(function () use (&$order) { usleep(2000); $order .= 'slept '; });
    $order .= 'after ';
    Co::sleep(0.02);
    $response->end($order);
});
PHP;
foreach ([[[], ''], [['hook_flags' => SWOOLE_HOOK_ALL], ''], [[], '1'], [['hook_flags' => 0], '']] as [$options, $enable]) {
    putenv("TERN_TEST_ENABLE=$enable");
    $server = start_server(CODE, $options);
    echo $server->get('/'), "\n", $server->stop();
}
// The report of what is replaced where.
putenv('TERN_TEST_ENABLE=');
$server = start_server(CODE, ['hook_flags' => SWOOLE_HOOK_ALL, 'log_level' => SWOOLE_LOG_DEBUG]);
$server->get('/');
var_dump(preg_match('/calls made cooperative:\n(.*\n)*\tphp: .*\busleep\b/', $server->stop()));
// Files.
const FILES = <<<'PHP'
$server->on('request', function ($request, $response) {
    $id = go(function () { @mkdir('/'); });
    $response->end(Co::exists($id) ? 'waits' : 'in place');
    Co::join([$id]);
});
PHP;
foreach ([['hook_flags' => SWOOLE_HOOK_ALL], ['hook_flags' => SWOOLE_HOOK_ALL, 'hook_files' => true]] as $options) {
    $server = start_server(FILES, $options);
    echo $server->get('/'), "\n", $server->stop();
}
?>
--EXPECT--
slept after 
after slept 
after slept 
slept after 
int(1)
in place
waits
