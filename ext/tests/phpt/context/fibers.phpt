--TEST--
Contexts: native fibers
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Store
{
    public static array $items = [];
}
function program(string $name): array
{
    $fiber = new Fiber(function (string $first) use ($name) {
        static $round = 0;
        Store::$items[] = "$name $first";
        $given = Fiber::suspend(++$round);
        pause();
        Store::$items[] = "$name $given";
        pause();
        return ++$round;
    });
    $seen = [$fiber->start('one')];
    pause();
    $fiber->resume('two');
    pause();
    return [...$seen, $fiber->getReturn(), Store::$items, $fiber->isTerminated()];
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
