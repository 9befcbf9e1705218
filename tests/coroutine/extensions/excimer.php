<?php
// Two coroutines have profiles at once, and a timer calls code that waits.
function work(int $until): void
{
    while (hrtime(true) < $until) {
        for ($i = 0; $i < 1000; ++$i);
        usleep(200);
    }
}

Co\run(function () {
    $found = [];
    $until = hrtime(true) + 100_000_000;
    $profile = function (string $name) use (&$found, $until): void {
        $profiler = new ExcimerProfiler();
        $profiler->setPeriod(0.01);
        $profiler->setEventType(EXCIMER_REAL);
        $profiler->start();
        work($until);
        $profiler->stop();
        $found[$name] = str_contains($profiler->getLog()->formatCollapsed(), 'work');
    };
    Co::join([go($profile, 'a'), go($profile, 'b')]);
    $times = 0;
    $timer = new ExcimerTimer();
    $timer->setPeriod(0.01);
    $timer->setCallback(function () use (&$times) {
        usleep(100);
        ++$times;
    });
    $timer->start();
    while ($times === 0) {
        work(hrtime(true) + 1_000_000);
    }
    $timer->stop();
    ksort($found);
    echo json_encode($found);
});
