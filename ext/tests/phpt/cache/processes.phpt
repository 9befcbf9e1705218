--TEST--
Tern\Cache is shared by processes: one makes a value, also when another dies at it
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
$cache = new Tern\Cache(1 << 20);
$cache->set('from', 'parent');

function child(callable $body): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        $body();
        posix_kill(posix_getpid(), SIGKILL);
    }
    return $pid;
}

[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pid = child(function () use ($cache, $tell) {
    $cache->set('from', $cache->get('from') . ' and child');
    $cache->increment('made');
    $cache->remember('slow', 60, function () use ($tell) {
        fwrite($tell, 'x');
        sleep(100);
    });
});
fread($told, 1);
echo $cache->get('from'), "\n";

$waiting = child(function () use ($cache, $tell) {
    fwrite($tell, 'x');
    Co\run(function () use ($cache, $tell) {
        foreach ([1, 2, 3] as $i) {
            go(fn () => fwrite($tell, $cache->remember('slow', 60, fn () => 'made ' . $cache->increment('made') . '|')));
        }
    });
});
fread($told, 1);
posix_kill($pid, SIGKILL);
pcntl_waitpid($pid, $status);
echo $cache->remember('slow', 60, fn () => 'made ' . $cache->increment('made') . '|'), "\n";
pcntl_waitpid($waiting, $status);
echo fread($told, 100), "\n";
?>
--EXPECT--
parent and child
made 2|
made 2|made 2|made 2|
