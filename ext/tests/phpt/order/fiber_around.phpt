--TEST--
Coroutines started inside of a native Fiber
--FILE--
<?php
$fiber = new Fiber(function () {
    $id = go(function () { echo "coroutine "; try { Fiber::suspend(); } catch (FiberError $e) { echo '(', $e->getMessage(), ') '; } Co::sleep(0.001); echo "woken "; });
    echo "fiber "; Fiber::suspend(); echo "fiber again "; Co::exists($id) and print("exists ");
});
$fiber->start(); echo "main "; $fiber->resume(); echo "main ends ";
?>
--EXPECT--
coroutine (Cannot suspend outside of a fiber) fiber main fiber again exists main ends woken 
