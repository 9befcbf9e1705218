--TEST--
Timer: what callbacks are passed, and what is known of a timer
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
echo json_encode([Timer::stats(), Timer::exists(1), Timer::info(1), iterator_to_array(Timer::list())]), "\n";
$once = Timer::after(5, function (...$given) { echo 'after: ', json_encode($given), ' in ', Co::getCid() > 0 ? 'a coroutine' : 'none', "\n"; }, 'a', ['b' => 1], null);
$tick = Timer::tick(10, function (int $id, ...$given) use ($once, &$phase) {
    echo "tick $id: ", json_encode($given), "\n";
    $info = Timer::info($id);
    echo json_encode([$info['exec_count'], $info['exec_msec'] % 10 === $phase, $info['interval'], Timer::exists($once), Timer::info($once)]), "\n";
    if ($info['exec_count'] === 2) Timer::clear($id);
}, 1.5, true);
$later = Timer::after(PHP_INT_MAX, fn () => 0);
var_dump($once, $tick, $later);
$due = array_map(fn ($id) => Timer::info($id)['exec_msec'], [$once, $tick, $later]);
$phase = $due[1] % 10;
var_dump($due[0] === 5, $due[1] >= 10, $due[2] > PHP_INT_MAX / 2);
echo json_encode([array_diff_key(Timer::info($once), ['exec_msec' => 0]), array_keys(Timer::info($tick)), Timer::info($tick)['interval'], Timer::stats()]), "\n";
$list = Timer::list();
echo get_class($list), ' ', json_encode([$list instanceof ArrayIterator, iterator_to_array($list), count($list)]), "\n";
var_dump(Timer::exists($later), Timer::clear($later), Timer::exists($later));
Timer::set(['enable_coroutine' => true]);
Swoole\Event::wait();
echo json_encode([Timer::stats()['num'], Timer::after(1, 'printf', "%s\n", 'a function of PHP')]), "\n";
?>
--EXPECT--
[{"initialized":false,"num":0,"round":0},false,null,[]]
int(1)
int(2)
int(3)
bool(true)
bool(true)
bool(true)
[{"exec_count":0,"interval":0,"round":0,"removed":false},["exec_msec","exec_count","interval","round","removed"],10,{"initialized":true,"num":3,"round":0}]
Swoole\Timer\Iterator [true,[3,2,1],3]
bool(true)
bool(true)
bool(false)
after: ["a",{"b":1},null] in a coroutine
tick 2: [1.5,true]
[1,true,10,false,null]
tick 2: [1.5,true]
[2,true,10,false,null]
[0,4]
a function of PHP
