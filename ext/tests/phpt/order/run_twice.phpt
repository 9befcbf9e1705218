--TEST--
Co\run() can be called again, and waits for everything each time
--FILE--
<?php
for ($i = 0; $i < 2; ++$i) {
    var_dump(Co\run(function ($i, $more) { go(function () { Co::sleep(0.05); echo "inner "; }); Co::sleep(0.001); echo "outer $i $more "; }, $i, 'x'));
}
Swoole\Coroutine\run(function () { var_dump(@Co\run(function () { echo "not called\n"; })); });
?>
--EXPECT--
outer 0 x inner bool(true)
outer 1 x inner bool(true)
bool(false)
