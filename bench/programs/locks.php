<?php
// What numbers and locks that processes share cost, in nanoseconds of wall time: the best of ROUNDS rounds, less what the
// loop around them costs, beside a method of the engine that does nothing. Prints one JSON object. Only uses the published
// API, so that it runs with every extension that has it.
use Swoole\Atomic;
use Swoole\Lock;

const ROUNDS = 15;
const TIMES = 200_000;

/** @param callable(int): mixed $work */
function best(callable $work): float
{
    $best = INF;
    for ($round = 0; $round < ROUNDS; ++$round) {
        $start = hrtime(true);
        $work(TIMES);
        $best = min($best, (hrtime(true) - $start) / TIMES);
    }
    return $best;
}

$loop = best(function (int $n) {
    for ($i = 0; $i < $n; ++$i);
});
$nothing = new SplObjectStorage();
$atomic = new Atomic();
$long = new Atomic\Long();
$mutex = new Lock(SWOOLE_MUTEX);
$costs = [
    'a method that does nothing' => function (int $n) use ($nothing) {
        for ($i = 0; $i < $n; ++$i) {
            $nothing->valid();
        }
    },
    'Atomic::get()' => function (int $n) use ($atomic) {
        for ($i = 0; $i < $n; ++$i) {
            $atomic->get();
        }
    },
    'Atomic::add()' => function (int $n) use ($atomic) {
        for ($i = 0; $i < $n; ++$i) {
            $atomic->add();
        }
    },
    'Atomic\Long::add(3)' => function (int $n) use ($long) {
        for ($i = 0; $i < $n; ++$i) {
            $long->add(3);
        }
    },
    'Lock::lock() and unlock()' => function (int $n) use ($mutex) {
        for ($i = 0; $i < $n; ++$i) {
            $mutex->lock();
            $mutex->unlock();
        }
    },
];
echo json_encode(array_map(fn($work) => round(best($work) - $loop, 1), $costs)), "\n";
