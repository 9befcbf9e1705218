--TEST--
Backtraces of others, and of one that runs
--FILE--
<?php
function waits() { Co::yield(); }
function runs($id) { return Co::getBackTrace($id, DEBUG_BACKTRACE_IGNORE_ARGS); }
function begins() {
    $waits = go('waits');
    foreach ([Co::getBackTrace($waits), runs(0), runs(Co::getCid()), Co::getBackTrace($waits, 0, 1)] as $trace) echo implode(' < ', array_map(fn ($f) => $f['function'], $trace)), "\n";
    var_dump(Co::getBackTrace(99));
    Co::printBackTrace($waits);
    Co::resume($waits);
}
Co\run('begins');
?>
--EXPECTF--
yield < waits
runs < begins
runs < begins
yield
bool(false)
#0 %s(2): Swoole\Coroutine::yield()
#1 [internal function]: waits()
