--TEST--
RemoteObject: the default server and forked processes, workers of a server, and the end of the program
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/things.inc';
require dirname(__DIR__) . '/server.inc';

$client = swoole_get_default_remote_object_client();
$thing = $client->create(Thing::class, 'of the parent');
$remote = $thing->pid();
$pid = pcntl_fork();
if ($pid === 0) {
    attempt(fn () => $thing->name);
    attempt(fn () => swoole_get_default_remote_object_client()->create(Thing::class, 'of the child')->name);
    attempt(fn () => SwooleLibrary::$remote_object_server_initiated);
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
attempt(fn () => $thing->name);

// Nobody finds the server among his children, and it does not outlive the program.
var_dump(Swoole\Process::wait(false));
$classes = 'require ' . var_export(__DIR__ . '/things.inc', true) . ';';
$code = '
    $server->on("request", function ($request, $response) {
        $client = swoole_get_default_remote_object_client();
        $thing = $client->create(Thing::class, "of a worker");
        $response->end($thing->name . " " . ($thing->pid() !== getmypid() ? $thing->pid() : "none"));
    });';
foreach (['', 'swoole_init_default_remote_object_server();'] as $before) {
    $server = start_server($classes . $before . $code);
    [$first, $second] = [$server->get('/'), $server->get('/')];
    echo preg_replace('/\d+/', 'N', $first), "\n";
    $group = (int) substr(strrchr($first, ' '), 1);
    echo $server->stop();
    while (posix_kill($group, 0)) usleep(1000);
    echo "ended\n";
}
?>
--EXPECTF--
Swoole\RemoteObject\Exception: There is no object %d in this process: the connection was lost, or the server has replaced its worker
"of the child"
true
"of the parent"
bool(false)
of a worker N
ended
of a worker N
ended
