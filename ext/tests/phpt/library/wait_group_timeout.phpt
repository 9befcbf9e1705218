--TEST--
WaitGroup: wait() with a time limit; the group lives on
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\WaitGroup;
use function Swoole\Coroutine\run;

run(function () {
    $group = new WaitGroup(2);
    foreach ([0.001, 0.00001, 1e-300] as $limit) {
        swoole_clear_error();
        var_dump($group->wait($limit), swoole_last_error() === SWOOLE_ERROR_CO_TIMEDOUT);
    }
    $group->add();
    $group->done();
    $group->done();
    foreach ([0, -1, NAN, INF, 1e300] as $limit) {
        Co::create(function () use ($group, $limit) { echo var_export($limit, true) . ': ' . json_encode($group->wait($limit)) . "\n"; });
    }
    var_dump($group->wait(0.005));
    $group->done();
    echo "end\n";
});
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
0: true
-1: true
NAN: true
INF: true
1.0E+300: true
end
