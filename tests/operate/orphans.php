<?php
// The server of orphans_test.py. Each request starts a command that leaves its children behind. The program itself has a
// child from before the server, and one that the master starts.
require __DIR__ . '/../support/server.php';

$before = proc_open('exit 7', [], $pipes);
$server = http_server();
$server->set(['hook_flags' => SWOOLE_HOOK_ALL]);
$server->on('start', function ($server) {
    note('MASTER', (string) proc_close(proc_open('exit 5', [], $pipes)));
    announce($server);
});
$server->on('request', function ($request, $response) {
    $response->end(exec('sleep 0 & sleep 0 & sleep 0 & echo started'));
});
$started = $server->start();
note('PROGRAM', (string) proc_close($before));
free_globals('started');
exit($started ? 0 : 3);
