--TEST--
Timer: what a callback sees of its own timer, before and after it waits, and when it ends everything
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Event;
use Swoole\Timer;

function show(string $when, int $id): void
{
    $info = Timer::info($id);
    echo "$when: ", json_encode([Timer::exists($id), $info['removed'] ?? null, $info['exec_count'] ?? null, Timer::stats()['num']]), "\n";
}

echo "-- after\n";
$id = Timer::after(1, function () use (&$id) {
    show('entered', $id);
    Co::sleep(0.002);
    show('after a wait', $id);
});
Event::wait();
$id = Timer::after(1, function () use (&$id) {
    var_dump(Timer::clear($id), Timer::clear($id));
    show('cleared', $id);
});
Event::wait();
show('returned', $id);

echo "-- tick\n";
Timer::tick(1, function (int $id) {
    Timer::clear($id);
    show('cleared', $id);
    Co::sleep(0.002);
    show('after a wait', $id);
});
Event::wait();

echo "-- outside of coroutines, all at once\n";
swoole_async_set(['enable_coroutine' => false]);
Timer::tick(1, function (int $id) {
    Timer::clearAll();
    show('cleared', $id);
});
Event::wait();
Timer::after(1, function () { Event::exit(); echo "exit\n"; });
Timer::after(100_000, fn() => null);
Event::wait();
echo Timer::stats()['num'], "\n";
Timer::after(1, fn() => throw new Exception('thrown'));
Event::wait();
?>
--EXPECTF--
-- after
entered: [true,false,1,1]
after a wait: [false,null,null,0]
bool(true)
bool(false)
cleared: [false,true,1,1]
returned: [false,null,null,0]
-- tick
cleared: [false,true,1,1]
after a wait: [false,null,null,0]
-- outside of coroutines, all at once
cleared: [false,null,null,0]
exit
0

Fatal error: Uncaught Exception: thrown in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 %s(%d): Swoole\Event::wait()
#2 {main}
  thrown in %s on line %d
