<?php
// Coverage of a coroutine that waits; what another one runs meanwhile counts, too.
require __DIR__ . '/../../classic/isolation/extensions/covered_a.php';
require __DIR__ . '/../../classic/isolation/extensions/covered_b.php';

Co\run(function () {
    $done = new Co\Channel(1);
    $start = function_exists('pcov\start') ? 'pcov\start' : 'xdebug_start_code_coverage';
    $start();
    go(function () use ($done) {
        covered_a(fn() => usleep(1000));
        $done->push(true);
    });
    covered_b(fn() => null);
    $done->pop();
    $lines = function_exists('pcov\start') ? pcov\collect() : xdebug_get_code_coverage();
    $found = [];
    foreach ($lines as $file => $times) {
        $ran = array_keys(array_filter($times, fn($count) => $count > 0));
        $found[basename($file)] = array_values(array_intersect([4, 5, 6], $ran));
    }
    echo json_encode([$found['covered_a.php'] ?? [], $found['covered_b.php'] ?? []]);
});
