--TEST--
Coroutine::set(['exit_condition' => ...]): a program with nothing left to wait for goes on while it is false
--FILE--
<?php
$asked = 0;
Co::set(['exit_condition' => function () use (&$asked) {
    ++$asked;
    if ($asked === 2) {
        Swoole\Timer::after(1, fn() => print("timer\n"));
    }
    return $asked > 3;
}]);
Co\run(function () {
    echo "run\n";
});
var_dump($asked);
try { Co::set(['exit_condition' => 'no function']); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
Co::set(['exit_condition' => fn() => throw new Exception('ends')]);
Co\run(fn() => print("again\n"));
?>
--EXPECTF--
run
timer
int(%d)
Swoole\Coroutine::set(): Argument #1 ($options) option "exit_condition" must be callable, "no function" given
again

Fatal error: Uncaught Exception: ends in %s
%A
