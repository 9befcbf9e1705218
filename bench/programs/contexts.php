<?php
// What contexts cost: JSON of nanoseconds, microseconds and bytes. opcache must be on.
use Swoole\Coroutine as Co;
use Tern\Context;

const PAIRS = 300_000;
const CONTEXTS = 2_000;

$file = tempnam(sys_get_temp_dir(), 'contexts');
file_put_contents($file, '<?php
    class State { public static array $values = []; public static int $count = 0; }
    function yields(int $times): void { for ($i = 0; $i < $times; ++$i) { Swoole\Coroutine::yield(); } }');

function yields(int $times): void
{
    for ($i = 0; $i < $times; ++$i) {
        Co::yield();
    }
}

/** Nanoseconds of a yield and a resume, of two coroutines in turns. */
function pair(callable $body): float
{
    $coroutines = [(int) Co::create($body, 0), (int) Co::create($body, 1)];
    $start = hrtime(true);
    for ($i = 0; $i < PAIRS; ++$i) {
        Co::resume($coroutines[0]);
        Co::resume($coroutines[1]);
    }
    return (hrtime(true) - $start) / PAIRS / 2;
}

Co\run(function () use ($file) {
    $contexts = [Context::fresh(), Context::fresh()];
    foreach ($contexts as $context) {
        $context->include($file);
    }
    $figures = [];
    for ($round = 0; $round < 5; ++$round) {
        $figures['no context'][] = pair(fn() => yields(PAIRS));
        $figures['one context'][] = pair(fn() => $contexts[0]->run('yields', PAIRS));
        $figures['two contexts'][] = pair(fn(int $which) => $contexts[$which]->run('yields', PAIRS));
    }
    $start = hrtime(true);
    for ($i = 0; $i < CONTEXTS; ++$i) {
        $context = Context::fresh();
        $context->include($file);
        $context->end();
    }
    $figures['begin, include, end'] = [(hrtime(true) - $start) / CONTEXTS];
    $resident = fn(): int => (int) explode(' ', (string) file_get_contents('/proc/self/statm'))[1] * 4096;
    $before = $resident();
    $kept = [];
    for ($i = 0; $i < 500; ++$i) {
        $kept[] = $context = Context::fresh();
        $context->include($file);
    }
    $bytes = ($resident() - $before) / 500;
    echo json_encode(array_map(fn(array $all) => round(min($all), 1), $figures) + ['bytes' => round($bytes)]), "\n";
});
unlink($file);
