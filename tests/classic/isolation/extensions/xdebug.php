<?php
require __DIR__ . '/covered_a.php';
require __DIR__ . '/covered_b.php';

function run(string $name, Closure $wait): array
{
    xdebug_start_code_coverage();
    "covered_$name"($wait);
    $lines = array_map(array_keys(...), xdebug_get_code_coverage());
    xdebug_stop_code_coverage();
    return [$lines[__DIR__ . '/covered_a.php'] ?? [], $lines[__DIR__ . '/covered_b.php'] ?? []];
}
