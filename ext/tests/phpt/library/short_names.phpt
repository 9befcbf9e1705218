--TEST--
Library: Co\X is Swoole\Coroutine\X, whichever is used first; a class that the program has by that name stays
--FILE--
<?php
namespace Swoole\Coroutine { class Barrier { const OF = 'the program'; } }
namespace {
    var_dump(new Co\WaitGroup(2) instanceof Swoole\Coroutine\WaitGroup, (new ReflectionClass('co\waitgroup'))->getName());
    var_dump(Swoole\Coroutine\Scheduler::class === (new ReflectionClass('Swoole\Coroutine\Scheduler'))->getName());
    var_dump(new Co\Scheduler instanceof Swoole\Coroutine\Scheduler);
    var_dump(Co\Barrier::class, class_exists('Co\Barrier'), Co\Barrier::OF);
    var_dump(class_exists('Co\Latch'), function_exists('Co\batch'), function_exists('Co\parallel'), function_exists('Co\map'));
    class_alias('Co\WaitGroup', 'Group');
    var_dump(new Group instanceof Co\WaitGroup);
}
?>
--EXPECT--
bool(true)
string(26) "Swoole\Coroutine\WaitGroup"
bool(true)
bool(true)
string(10) "Co\Barrier"
bool(true)
string(11) "the program"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
