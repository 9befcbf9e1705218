--TEST--
Timer: what was missed while the process was busy is one call
--FILE--
<?php
use Swoole\Timer;
Timer::tick(5, function (int $id) {
    static $calls = 0;
    $info = Timer::info($id);
    echo json_encode([++$calls, $info['exec_count'], $info['exec_msec'] % 5, $info['exec_msec'] >= 50]), "\n";
    if ($calls === 2) Timer::clear($id);
    usleep(50000);
});
usleep(50000);
?>
--EXPECT--
[1,1,0,true]
[2,2,0,true]
