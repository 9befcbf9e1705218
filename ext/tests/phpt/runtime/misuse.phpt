--TEST--
Runtime: a connection that two coroutines read at once: the second gets an Error that names both, the first its data
--FILE--
<?php
function read_line($stream) { return fgets($stream); }
Co\run(function () {
    [$ours, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    go(function () use ($ours) { $line = read_line($ours); echo "first: $line", 'again: ' . read_line($ours); });
    go(function () use ($ours) {
        try { read_line($ours); } catch (Swoole\Error $e) { echo str_replace(__DIR__, '', $e->getMessage()), "\n"; }
        fwrite($ours, "writing meanwhile is fine\n");
    });
    fwrite($peer, "one\n");
    echo 'peer: ', fgets($peer);
    fwrite($peer, "two\n");
});
?>
--EXPECTF--
Socket#%d has already been bound to another coroutine#2, reading or writing of the same socket in coroutine#3 at the same time is not allowed
Coroutine 2 waits at:
#0 /misuse.php(2): fgets(Resource id #%d)
#1 /misuse.php(5): read_line(Resource id #%d)
#2 [internal function]: {closure%S}()
Coroutine 3 is at:
#0 /misuse.php(2): fgets(Resource id #%d)
#1 /misuse.php(7): read_line(Resource id #%d)
#2 [internal function]: {closure%S}()
peer: writing meanwhile is fine
first: one
again: two
