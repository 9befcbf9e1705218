<?php
// Recursion without an end, each way.
require __DIR__ . '/../../support/server.php';

function endless(int $n): int
{
    return endless($n + 1);
}

function mapped(int $n): array
{
    return array_map('mapped', [$n]);
}

final class Asks
{
    public function __get($name)
    {
        return $this->{$name . 'x'};
    }
}

function generated(): iterable
{
    foreach (generated() as $one) {
        yield $one;
    }
}

$ways = [fn() => endless(0), fn() => mapped(0), fn() => (new Asks())->x, fn() => iterator_to_array(generated())];
Co\run(function () use ($ways) {
    foreach ([...$ways, ...$ways] as $way) {
        go(function () use ($way) {
            Co::sleep(0.001);
            try {
                $way();
            } catch (Error $error) {
                echo preg_match('/possible infinite loop|is used up/', $error->getMessage()), "\n";
            }
        });
    }
});
echo "end\n";
