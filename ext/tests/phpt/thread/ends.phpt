--TEST--
Thread: a fatal error, an exception and a signal end only that thread; its status says which
--FILE--
<?php
use Swoole\Thread;

foreach ([['throw'], ['kill', SIGKILL], ['kill', SIGTERM]] as $arguments) {
    $thread = new Thread(__DIR__ . '/child.inc', ...$arguments);
    $thread->join();
    echo "status {$thread->getExitStatus()}\n";
}
?>
--EXPECTF--
%AFatal error: Uncaught RuntimeException: thrown in a thread in %schild.inc:%d
Stack trace:
#0 {main}
  thrown in %schild.inc on line %d
status 255
status 137
status 0
