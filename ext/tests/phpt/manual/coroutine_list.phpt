--TEST--
Manual: list() and getBackTrace() show what waits where
--FILE--
<?php
use Swoole\Coroutine;

function query() { Coroutine::sleep(0.01); }
function page() { query(); }

Co\run(function () {
    $id = go('page');
    foreach (Coroutine::list() as $cid) echo "coroutine $cid\n";
    foreach (Coroutine::getBackTrace($id) as $frame) echo ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'], "\n";
    var_dump(count(Coroutine::getBackTrace($id, DEBUG_BACKTRACE_IGNORE_ARGS, 2)), Coroutine::getBackTrace(99));
    Coroutine::printBackTrace($id);
    var_dump(count(iterator_to_array(Coroutine::listCoroutines())));
    var_dump(Coroutine::getElapsed($id) >= 0, Coroutine::getStackUsage() > 0);
    $stats = Coroutine::stats();
    var_dump($stats['coroutine_num'], $stats['coroutine_peak_num'], $stats['coroutine_last_cid'], $stats['c_stack_size'] > 0);
});
?>
--EXPECTF--
coroutine %d
coroutine %d
Swoole\Coroutine::sleep
query
page
int(2)
bool(false)
#0 %s(%d): Swoole\Coroutine::sleep(0.01)
#1 %s(%d): query()
#2 [internal function]: page()
int(2)
bool(true)
bool(true)
int(2)
int(2)
int(2)
bool(true)
