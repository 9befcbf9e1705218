--TEST--
Thread: a detached thread runs on, is counted, and leaves nothing behind when it ends
--FILE--
<?php
use Swoole\Thread;

[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$thread = new Thread(__DIR__ . '/child.inc', 'wait', $theirs);
$id = $thread->id;
var_dump(Thread::activeCount(), $thread->detach(), $thread->detach(), $thread->join(), $thread->joinable(), $thread->isAlive());
$other = new Thread(__DIR__ . '/child.inc', 'exit', 3);
$other->join();
var_dump(Thread::activeCount(), Thread::getInfo()['thread_num'], $thread->getExitStatus());
unset($thread);
var_dump(Thread::activeCount(), file_exists("/proc/$id"));
fclose($ours);
fclose($theirs);
while (Thread::activeCount() > 1) {
    usleep(1000);
}
var_dump(file_exists("/proc/$id"));
?>
--EXPECT--
int(2)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
int(2)
int(2)
int(0)
int(2)
bool(true)
bool(false)
