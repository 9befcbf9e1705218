--TEST--
Timer: clear() of itself, of others that are due in the same turn, and of what is gone
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
class Holder { public function __construct(public string $name) {} public function __destruct() { echo "$this->name is freed\n"; } }
$say = function (string $what) { return function (...$given) use ($what) { echo "$what\n"; }; };

echo "-- itself\n";
$n = 0;
Timer::tick(1, function (int $id, $holder) use (&$n) {
    if (++$n < 3) return print "call $n of $holder->name\n";
    var_dump(Timer::clear($id), Timer::clear($id), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
    Co::sleep(0.002);
    echo "still here with $holder->name\n";
}, new Holder('the parameter'));
Swoole\Event::wait();

echo "-- others of the same turn\n";
$ids = [];
$ids[] = Timer::after(1, function () use (&$ids) {
    echo "the first one clears the second, the fourth and itself: ";
    echo json_encode([Timer::clear($ids[1]), Timer::clear($ids[3]), Timer::clear($ids[0])]), "\n";
});
$ids[] = Timer::after(1, $say('never'));
$ids[] = Timer::after(1, $say('the third one'));
$ids[] = Timer::tick(1, $say('never'));
usleep(5000);
Swoole\Event::wait();

echo "-- what is gone, and what never was\n";
var_dump(Timer::clear($ids[0]), Timer::clear(0), Timer::clear(-1), Timer::clear(PHP_INT_MAX));
var_dump(Timer::after(1, $say('the next number')));
?>
--EXPECT--
-- itself
call 1 of the parameter
call 2 of the parameter
bool(true)
bool(false)
bool(true)
still here with the parameter
the parameter is freed
-- others of the same turn
the first one clears the second, the fourth and itself: [true,true,true]
the third one
-- what is gone, and what never was
bool(false)
bool(false)
bool(false)
bool(false)
int(6)
the next number
