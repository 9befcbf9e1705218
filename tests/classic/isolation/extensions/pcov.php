<?php
require __DIR__ . '/covered_a.php';
require __DIR__ . '/covered_b.php';

function run(string $name, Closure $wait): array
{
    pcov\start();
    "covered_$name"($wait);
    pcov\stop();
    $lines = array_map(fn($file) => array_keys(array_filter($file, fn($times) => $times > 0)), pcov\collect());
    return [$lines[__DIR__ . '/covered_a.php'], $lines[__DIR__ . '/covered_b.php']];
}
