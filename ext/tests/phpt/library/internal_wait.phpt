--TEST--
Tern\Internal\wait() and wake(): of their own kind; resume() does not end such a wait, wake() no other
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\run;
use function Tern\Internal\{wait, wake};

try { wait(1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump(wake(1));
run(function () {
    $waits = Co::create(function () { var_dump(wait(-1)); });
    $yields = Co::create(function () { var_dump(Co::yield()); });
    var_dump(@Co::resume($waits), wake($yields), wake(12345), wake(Co::getCid()));
    var_dump(wake($waits), wake($waits));
    Co::resume($yields);
    var_dump(wait(0.001));
});
?>
--EXPECT--
API must be called in the coroutine
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
