--TEST--
Streams: what ends a context, a process or a program closes streams in which coroutines wait
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;
use Swoole\Process;
use Tern\Context;

run([
    'the end of the context of a stream' => function () {
        $context = Context::fresh();
        $context->include(__DIR__ . '/cases.inc');
        [$here, $there] = $context->run('pair');
        go(fn() => show('fgets', fgets($here)));
        $context->end();
        show('end', is_resource($here));
    },
    'a forked process' => function () {
        [$here, $there] = pair();
        $reads = go(fn() => show('fgets', fgets($here)));
        $process = new Process(function () use ($here, $there) {
            $count = fn() => count(scandir('/proc/self/fd'));
            $before = $count();
            show('child', fclose($here), fclose($there), $before - $count());
        });
        $process->start();
        Process::wait();
        fwrite($there, "of the parent\n");
        Coroutine::join([$reads]);
    },
    'exit()' => function () {
        [$here, $there] = pair();
        go(function () use ($here) {
            try {
                show('fgets', fgets($here));
            } finally {
                echo "the reader ends\n";
            }
        });
        fclose($here);
        exit;
    },
]);
?>
--EXPECT--
-- the end of the context of a stream
end: false
fgets: false
-- a forked process
child: true true 2
fgets: "of the parent\n"
-- exit()
the reader ends
