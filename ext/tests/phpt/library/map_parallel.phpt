--TEST--
map() and parallel()
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\{map, parallel, run};

require __DIR__ . '/in_order.inc';
run(function () {
    echo json_encode(map([], 'strtoupper')), "\n";
    echo json_encode(map(['x' => 'one', 'y' => 'two', 5 => 'three'], 'strtoupper')), "\n";
    finish(1, 2, 3);
    echo json_encode(map([3, 1, 2], function ($n) { pause($n); echo "end of $n\n"; return $n * 10; })), "\n";
    echo json_encode(map(['quick' => 0, 'slow' => 1], function ($slow) { if ($slow) Co::yield(); return 'done'; }, 0.001)), "\n";
    echo json_encode(map([1, 2], fn (...$arguments) => $arguments)), "\n";
    $count = 0;
    finish(3, 2, 1);
    parallel(3, function (...$arguments) use (&$count) {
        $own = ++$count;
        pause($own);
        echo "$own ", json_encode($arguments), "\n";
    });
    echo "all\n";
    parallel(0, function () { echo "never\n"; });
    parallel(-5, function () { echo "never\n"; });
    try {
        parallel(2, function () use (&$count) { Co::sleep(0.001); throw new Exception('thrown ' . ++$count); });
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    foreach ([cancel(...), resume(...)] as $end) $end();
});
function cancel() { foreach (Co::list() as $id) if ($id !== Co::getCid()) Co::cancel($id); }
function resume() { Co::sleep(0.001); echo Co::stats()['coroutine_num'], " left\n"; }
?>
--EXPECT--
[]
{"x":"ONE","y":"TWO","5":"THREE"}
end of 1
end of 2
end of 3
[30,10,20]
{"quick":"done","slow":null}
[[1],[2]]
3 []
2 []
1 []
all
thrown 4
1 left
