<?php
// A profile of a page, while another one runs code that it defines itself.
function compute(int $ms): void
{
    for ($end = hrtime(true) + $ms * 1_000_000; hrtime(true) < $end;);
}

function run(string $name, Closure $wait): array
{
    if ($name === 'b') {
        for ($i = 0; $i < 20; ++$i) {
            eval("function defined_by_b_$i() { compute(10); }");
            "defined_by_b_$i"();
        }
        return [$name];
    }
    $profiler = new ExcimerProfiler();
    $profiler->setPeriod(0.01);
    $profiler->setEventType(EXCIMER_REAL);
    $profiler->start();
    $wait();
    $junk = array_map(fn($i) => str_repeat(chr(65 + $i % 26), $i % 200 + 30), range(0, 2000));
    compute(60);
    $profiler->stop();
    return [$name, count($junk), str_contains($profiler->getLog()->formatCollapsed(), 'run;compute')];
}
