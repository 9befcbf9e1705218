--TEST--
Timer: clearAll() lets the program end; what destructors start meanwhile stays
--FILE--
<?php
use Swoole\Timer;
class Starter {
    public function __destruct() {
        $id = Timer::after(2, function () { echo "started by a destructor\n"; });
        echo "destructor: $id, ", json_encode([Timer::clearAll(), Timer::exists($id)]), "\n";
        Timer::after(2, function () { echo "the last one\n"; });
    }
}
for ($i = 0; $i < 5; $i++) Timer::tick(1000000, function () { echo "never\n"; });
Timer::after(1000000, function () { echo "never\n"; }, new Starter);
$calls = 0;
Timer::tick(1, function () use (&$calls) {
    echo 'call ', ++$calls, "\n";
    var_dump(Timer::clearAll(), Timer::stats()['num']);
});
echo "main ends\n";
?>
--EXPECT--
main ends
call 1
destructor: 8, [true,false]
bool(true)
int(1)
the last one
