--TEST--
RemoteObject: programs that are started get no descriptor of the default server
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/things.inc';

function inherited(): array
{
    $process = proc_open(['readlink', ...array_map(fn($fd) => "/proc/self/fd/$fd", range(3, 64))], [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
    $text = stream_get_contents($pipes[1]);
    proc_close($process);
    return explode("\n", $text);
}

Co\run(function () {
    $before = inherited();
    swoole_get_default_remote_object_client()->call('getmypid');
    var_dump(array_diff(inherited(), $before));
});
?>
--EXPECT--
array(0) {
}
