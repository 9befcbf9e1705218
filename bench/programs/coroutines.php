<?php
// What the parts of coroutines cost, in nanoseconds of wall time: the best of ROUNDS rounds, less what the loop around
// them costs. Prints one JSON object. Only uses the published API, so that it runs with every extension that has it.
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\System;

const ROUNDS = 7;
const TIMES = 200_000;
const SLEEPERS = 10_000;

/** @param callable(int): mixed $work */
function best(callable $work, int $times = TIMES): float
{
    $best = INF;
    for ($round = 0; $round < ROUNDS; ++$round) {
        $start = hrtime(true);
        $work($times);
        $best = min($best, (hrtime(true) - $start) / $times);
    }
    return $best;
}

function ping_pong(int $times): void
{
    $ping = new Channel(1);
    $pong = new Channel(1);
    Coroutine::create(function () use ($ping, $pong, $times) {
        for ($i = 0; $i < $times; ++$i) {
            $pong->push($ping->pop());
        }
    });
    for ($i = 0; $i < $times; ++$i) {
        $ping->push(1);
        $pong->pop();
    }
}

/** Bytes of memory that the kernel counts, page tables included. */
function resident(): int
{
    preg_match_all('/^(?:VmRSS|VmPTE):\s+(\d+)/m', (string) file_get_contents('/proc/self/status'), $kilobytes);
    return 1024 * (int) array_sum($kilobytes[1]);
}

function sleeping_coroutine_bytes(): float
{
    $sleep = function () {
        System::sleep(0.3);
    };
    for ($i = 0; $i < 100; ++$i) {
        Coroutine::create($sleep);
    }
    $before = resident();
    for ($i = 0; $i < SLEEPERS; ++$i) {
        Coroutine::create($sleep);
    }
    $each = (resident() - $before) / SLEEPERS;
    System::sleep(0.6);
    return $each;
}

Swoole\Coroutine\run(function () {
    $result = ['sleeping coroutine, bytes' => sleeping_coroutine_bytes()];
    $loop = best(function (int $n) {
        for ($i = 0; $i < $n; ++$i);
    });
    $nothing = function () {
    };

    $result['go() + finish'] = best(function (int $n) use ($nothing) {
        for ($i = 0; $i < $n; ++$i) {
            Coroutine::create($nothing);
        }
    }) - $loop;
    $result['yield + resume pair'] = best(function (int $n) {
        $other = Coroutine::create(function () use ($n) {
            for ($i = 0; $i < $n; ++$i) {
                Coroutine::yield();
            }
        });
        for ($i = 0; $i < $n; ++$i) {
            Coroutine::resume((int) $other);
        }
    }) - $loop;
    $result['Channel push + pop, same coroutine'] = best(function (int $n) {
        $channel = new Channel(1);
        for ($i = 0; $i < $n; ++$i) {
            $channel->push($i);
            $channel->pop();
        }
    }) - $loop;
    $result['Channel ping-pong, there and back'] = best('ping_pong');
    $file = tempnam(sys_get_temp_dir(), 'bench-');
    file_put_contents($file, 'seventeen bytes..');
    $result['System::readFile, cached, 17 bytes'] = best(function (int $n) use ($file) {
        for ($i = 0; $i < $n; ++$i) {
            System::readFile($file);
        }
    }, 20_000) - $loop;
    $result['file_get_contents, the same file'] = best(function (int $n) use ($file) {
        for ($i = 0; $i < $n; ++$i) {
            file_get_contents($file);
        }
    }, 20_000) - $loop;
    unlink($file);
    echo json_encode($result), "\n";
});
