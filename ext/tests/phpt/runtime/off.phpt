--TEST--
Runtime: without hooks, and outside of Co\run, calls block in their order; groups are switched one by one
--FILE--
<?php
function two($what) {
    echo $what, ':';
    go(function () { usleep(3000); echo ' first'; });
    go(function () { usleep(1000); echo ' second'; });
    echo " after";
}
two('go()');
echo "\n";
Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_SLEEP);
Co\run('two', 'all but SLEEP');
echo "\n";
Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_SLEEP);
Co\run('two', 'SLEEP');
echo "\n";
// Sockets by their kind.
foreach (['UNIX' => SWOOLE_HOOK_UNIX, 'ALL but UNIX' => SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_UNIX, 'a client' => SWOOLE_HOOK_NATIVE_CURL] as $name => $flags) {
    echo $name, ':';
    Co\run(function () use ($flags) {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($a, 0, 1000);
        Swoole\Runtime::setHookFlags($flags);
        go(function () use ($a) { fgets($a); echo ' waited'; });
        echo ' after';
    });
    echo "\n";
}
?>
--EXPECT--
go(): first second after
all but SLEEP: first second after
SLEEP: after second first
UNIX: after waited
ALL but UNIX: waited after
a client: after waited
