--TEST--
Coroutine::defer(): the function gets the value that the coroutine's function returned
--FILE--
<?php
$show = function (...$values) { echo json_encode($values), "\n"; };
class Counted { public function __invoke(...$values) { echo count($values), "\n"; } }
Co\run(function () use ($show) {
    go(function () use ($show) { defer($show); return ['a' => 1]; });
    go(function () use ($show) { defer($show); });
    go(function () use ($show) { defer(new Counted()); defer(fn () => print("no parameter\n")); return 1; });
    go(function (int $one) use ($show) { defer($show); defer(function ($value) use ($show) { defer($show); }); return $one + 1; }, 1);
    go(function () use ($show) { $list = new ArrayObject([1]); defer([$list, 'getIterator']); defer($list->count(...)); return 5; });
    go(function () use ($show) { defer($show); Co::sleep(0.001); return 'late'; });
});
Co::set(['hook_flags' => SWOOLE_HOOK_ALL]);
set_exception_handler(fn ($error) => print(get_class($error) . "\n"));
Co\run(function () use ($show) { defer($show); throw new RuntimeException(); });
?>
--EXPECT--
[{"a":1}]
[null]
no parameter
1
[2]
[2]
["late"]
RuntimeException
[]
