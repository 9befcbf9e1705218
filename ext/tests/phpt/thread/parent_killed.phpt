--TEST--
Thread: threads end with the process that has started them, also detached ones and those of threads
--FILE--
<?php
use Swoole\Process;
use Swoole\Thread;

file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    use Swoole\Thread;
    [$pipe, $file, $depth] = Thread::getArguments();
    if ($depth > 0) (new Thread($file, $pipe, $file, $depth - 1))->detach();
    fwrite($pipe, Thread::activeCount() . "\n");
    sleep(1000);');
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$process = new Process(function () use ($script, $theirs) {
    $thread = new Thread($script, $theirs, $script, 1);
    sleep(1000);
});
$pid = $process->start();
fclose($theirs);
fgets($ours);
fgets($ours);
Process::kill($pid, SIGKILL);
var_dump(fgets($ours));  // nobody holds the other end any more
Process::wait();
unlink($script);
?>
--EXPECT--
bool(false)
