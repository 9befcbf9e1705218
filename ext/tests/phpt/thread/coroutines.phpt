--TEST--
Thread: join() in a coroutine lets others run; two may join one; a cancelled join() returns false
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Thread;
use function Swoole\Coroutine\run;

run(function () {
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $thread = new Thread(__DIR__ . '/child.inc', 'wait', $theirs);
    foreach (range(1, 2) as $_) {
        Coroutine::create(function () use ($thread) {
            var_dump($thread->join());
        });
    }
    $cancelled = Coroutine::create(function () use ($thread) {
        var_dump($thread->join());
    });
    Coroutine::cancel($cancelled);
    echo "others run\n";
    fwrite($ours, "end\n");
});
// While a coroutine unwinds, its threads are detached.
run(function () {
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    try {
        (function () use ($theirs) {
            $thread = new Thread(__DIR__ . '/child.inc', 'wait', $theirs);
            throw new Exception('unwinds');
        })();
    } catch (Exception $thrown) {
        unset($thrown);
    }
    var_dump(Thread::activeCount());
    fwrite($ours, "end\n");
    while (Thread::activeCount() > 1) {
        Coroutine::sleep(0.001);
    }
});
var_dump(Swoole\Process::wait(false));
?>
--EXPECT--
bool(false)
others run
bool(true)
bool(true)
int(2)
bool(false)
