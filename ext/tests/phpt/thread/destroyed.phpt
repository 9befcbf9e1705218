--TEST--
Thread: an object that is destroyed waits for its thread, also when the program ends
--FILE--
<?php
use Swoole\Thread;

function run(): void
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $thread = new Thread(__DIR__ . '/child.inc', 'write', $theirs, "written\n");
    unset($thread);
    fclose($theirs);
    stream_set_blocking($ours, false);
    echo fgets($ours);
}
run();
$left = new Thread(__DIR__ . '/child.inc', 'show', 'last');
echo "end\n";
?>
--EXPECT--
written
end
string(4) "last"
