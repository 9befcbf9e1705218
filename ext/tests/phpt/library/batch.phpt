--TEST--
batch(): results by key, time limit, nested
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\{batch, run};

require __DIR__ . '/in_order.inc';
run(function () {
    echo json_encode(batch([])), "\n";
    echo json_encode(batch([
        'late' => function () { Co::sleep(0.002); return 'late'; },
        7 => fn () => 'at once',
        'nothing' => function () {},
        'last' => 'phpversion',
    ]) === ['late' => 'late', 7 => 'at once', 'nothing' => null, 'last' => PHP_VERSION]), "\n";
    $result = batch(['a' => function () { pause('a'); echo "a goes on\n"; return 'a'; }, 'b' => fn () => 'b'], 0.001);
    echo json_encode($result), "\n";
    finish('a');
    Co::sleep(0.01);
    echo json_encode($result), "\n";
    echo json_encode(batch(['x' => fn () => batch([fn () => batch(['y' => function () { Co::sleep(0.001); return 1; }]), fn () => 2])])), "\n";
    echo json_encode(Co\batch(timeout: 1.5, tasks: [fn () => 3])), "\n";
});
?>
--EXPECT--
[]
true
{"a":null,"b":"b"}
a goes on
{"a":null,"b":"b"}
{"x":[{"y":1},2]}
[3]
