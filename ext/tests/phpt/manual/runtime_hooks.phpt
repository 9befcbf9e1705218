--TEST--
Manual: Runtime: blocking calls of PHP suspend
--FILE--
<?php
use Swoole\Runtime;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

var_dump(Runtime::getHookFlags());
var_dump(Runtime::enableCoroutine(SWOOLE_HOOK_SLEEP | SWOOLE_HOOK_STREAM_FUNCTION), Runtime::getHookFlags() === (SWOOLE_HOOK_SLEEP | SWOOLE_HOOK_STREAM_FUNCTION));
foreach (['TCP', 'UDP', 'UNIX', 'UDG', 'SSL', 'TLS', 'SLEEP', 'FILE', 'STREAM_FUNCTION', 'BLOCKING_FUNCTION', 'PROC', 'NATIVE_CURL', 'SOCKETS', 'STDIO', 'CURL', 'ALL'] as $name) {
    Co::set(['hook_flags' => constant("SWOOLE_HOOK_$name")]);
}
var_dump(Runtime::setHookFlags(SWOOLE_HOOK_ALL), Runtime::getHookFlags() === SWOOLE_HOOK_ALL);
run(function () {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    go(function () use ($server) {
        $connection = stream_socket_accept($server);
        fwrite($connection, fgets($connection));
    });
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    fwrite($client, "over TCP\n");
    echo fgets($client);

    foreach (['sleep' => fn () => usleep(1000), 'exec' => fn () => exec('echo exec'), 'proc' => function () {
        $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        fwrite($pipes[0], 'proc');
        fclose($pipes[0]);
        $read = stream_get_contents($pipes[1]);
        return [$read, proc_close($process)];
    }, 'select' => function () {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($pair[1], 'x');
        $read = [$pair[0]];
        $write = $except = null;
        return stream_select($read, $write, $except, 5);
    }] as $name => $call) {
        $other = false;
        go(function () use (&$other) { Co::sleep(0.001); $other = true; });
        echo "$name: ", json_encode($call()), "\n";
    }
});
var_dump(Runtime::enableCoroutine(0), Runtime::getHookFlags());
?>
--EXPECT--
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
over TCP
sleep: null
exec: "exec"
proc: ["proc",0]
select: 1
bool(true)
int(0)
