--TEST--
Scheduler: inside of a coroutine, exceptions in tasks
--FILE--
<?php
use Swoole\Coroutine as Co;

set_exception_handler(function ($e) { echo 'handler: ', $e->getMessage(), "\n"; });
try { (new Co\Scheduler)->add('nothing'); } catch (TypeError $e) { echo preg_replace('/, called.*/', '', $e->getMessage()), "\n"; }
try { (new Co\Scheduler)->parallel(); } catch (ArgumentCountError $e) { echo preg_replace('/, \d passed.*/', '', $e->getMessage()), "\n"; }
$scheduler = new Co\Scheduler;
$scheduler->add(function () { echo "kept for later\n"; });
Co\run(function () use ($scheduler) { var_dump($scheduler->start()); });
$scheduler->add(function () {
    try { Co::sleep(1000); } finally { echo "finally\n"; }
});
$scheduler->add(function () { throw new Exception('uncaught'); });
$scheduler->start();
echo "not reached\n";
?>
--EXPECTF--
Swoole\Coroutine\Scheduler::add(): Argument #1 ($func) must be of type callable, string given
Too few arguments to function Swoole\Coroutine\Scheduler::parallel()

Warning: coroutines run already: use go() in tern:/library/Coroutine/Scheduler.php on line %d
bool(false)
kept for later
handler: uncaught
finally
