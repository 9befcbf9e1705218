<?php
// Ten million random operations on coroutines and channels, with random cancellation: create, finish, yield, resume,
// sleep, push, pop, close, join, readFile, defer, cancel. Afterwards no coroutine, no descriptor and no memory is left.
// Usage: php coroutines.php [OPERATIONS [SEED]]. Run by `make soak` with the sanitized build.
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\System;

const CHANNELS = 16;
const LIVE = 400;

final class Soak
{
    public int $done = 0;
    public array $count = [];
    private array $channels = [];
    private array $live = [];

    public function __construct(private int $wanted, private string $file)
    {
        for ($i = 0; $i < CHANNELS; ++$i) {
            $this->channels[] = new Channel(mt_rand(1, 4));
        }
    }

    private function count(string $what): void
    {
        ++$this->done;
        $this->count[$what] = ($this->count[$what] ?? 0) + 1;
    }

    private function channel(): Channel
    {
        return $this->channels[mt_rand(0, CHANNELS - 1)];
    }

    private function someone(): int
    {
        return $this->live === [] ? 0 : array_rand($this->live);
    }

    /** One wait of a random kind. */
    private function wait(): void
    {
        $timeout = mt_rand(0, 3) === 0 ? -1 : mt_rand(1, 4) / 1000;
        switch (mt_rand(0, 9)) {
            case 0: case 1: $this->count('yield');
                Coroutine::yield();
                break;
            case 2: $this->count('sleep');
                System::sleep(mt_rand(1, 4) / 1000);
                break;
            case 3: case 4: $this->count('push');
                $this->channel()->push([$this->done, new stdClass()], $timeout);
                break;
            case 5: case 6: $this->count('pop');
                $this->channel()->pop($timeout);
                break;
            case 7: $this->count('join');
                Coroutine::join([$this->someone(), $this->someone()], $timeout);
                break;
            case 8: if (mt_rand(0, 9) === 0) {
                $this->count('readFile');
                System::readFile($this->file);
            } break;
            case 9: $this->count('create');
                Coroutine::create(fn() => $this->body(0));
                break;
        }
    }

    private function body(int $waits): void
    {
        $id = Coroutine::getCid();
        $this->live[$id] = true;
        if ($waits > 2) {
            Coroutine::defer(fn() => $this->count('defer'));
        }
        $local = str_repeat('x', mt_rand(1, 200));
        try {
            for ($i = 0; $i < $waits; ++$i) {
                $this->wait();
            }
        } catch (CanceledException) {
            $this->count('canceled');
            if (mt_rand(0, 3) === 0) {
                System::sleep(0.001);
            }
        } finally {
            unset($this->live[$id]);
            $this->count('finish');
            if (mt_rand(0, 7) === 0) {
                $this->channel()->push($local, 0.001);
            }
        }
    }

    public function run(): void
    {
        while ($this->done < $this->wanted) {
            for ($i = 0; $i < 2000; ++$i) {
                $this->step();
            }
            System::sleep(0.001);
        }
        while (Coroutine::stats()['coroutine_num'] > 1) {
            foreach (Coroutine::list() as $id) {
                if ($id !== Coroutine::getCid()) {
                    Coroutine::cancel($id, true);
                }
            }
            System::sleep(0.002);
        }
    }

    private function step(): void
    {
        switch (mt_rand(0, 7)) {
            case 0: case 1: case 2:
                if (count($this->live) < LIVE) {
                    $this->count('create');
                    Coroutine::create(fn() => $this->body(mt_rand(0, 4)));
                    break;
                }
                // no break
            case 3: case 4: $this->count('cancel');
                Coroutine::cancel($this->someone(), mt_rand(0, 1) === 1);
                break;
            case 5: $this->count('resume');
                @Coroutine::resume($this->someone());
                break;
            case 6: $this->count('create');
                Coroutine::create(function () {
                    $this->count('pop');
                    $this->channel()->pop(0.001);
                });
                break;
            case 7:
                if (mt_rand(0, 50) === 0) {
                    $this->count('close');
                    $at = mt_rand(0, CHANNELS - 1);
                    $this->channels[$at]->close();
                    $this->channels[$at] = new Channel(mt_rand(1, 4));
                }
        }
    }
}

function descriptors(): int
{
    return count(scandir('/proc/self/fd'));
}

mt_srand($seed = (int) ($argv[2] ?? 1));
$file = tempnam(sys_get_temp_dir(), 'soak-');
file_put_contents($file, str_repeat('content ', 10));
Coroutine\run(function () use ($argv, $file, $seed) {
    $round = function (int $operations) use ($file): array {
        $soak = new Soak($operations, $file);
        $soak->run();
        return $soak->count;
    };
    $round(100_000);
    gc_collect_cycles();
    [$memory, $descriptors] = [memory_get_usage(), descriptors()];
    $counts = $round((int) ($argv[1] ?? 10_000_000));
    gc_collect_cycles();
    $left = [
        'coroutines' => Coroutine::stats()['coroutine_num'] - 1,
        'descriptors' => descriptors() - $descriptors,
        'memory' => memory_get_usage() - $memory,
    ];
    arsort($counts);
    echo "seed $seed: ", array_sum($counts), ' operations ', json_encode($counts), "\nleft: ", json_encode($left), "\n";
    $failed = $left['coroutines'] !== 0 || $left['descriptors'] !== 0 || $left['memory'] > 65536;
    exit($failed ? 1 : 0);
});
