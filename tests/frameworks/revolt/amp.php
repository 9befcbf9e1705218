<?php

// AMPHP on the loop, case by case.
declare(strict_types=1);

use Amp\ByteStream\ReadableResourceStream;
use Amp\ByteStream\WritableResourceStream;
use Amp\CancelledException;
use Amp\DeferredCancellation;
use Amp\DeferredFuture;
use Amp\Future;
use Amp\Pipeline\Queue;
use Amp\Sync\LocalMutex;
use Amp\Sync\LocalSemaphore;
use Amp\TimeoutCancellation;
use Revolt\EventLoop;
use Swoole\Process;
use function Amp\async;
use function Amp\ByteStream\buffer;
use function Amp\delay;
use function Amp\Future\await;
use function Amp\Future\awaitAny;
use function Amp\Future\awaitFirst;
use function Amp\Sync\synchronized;
use function Amp\trapSignal;
use function Amp\weakClosure;

require __DIR__ . '/vendor/autoload.php';

$cases = [
    'several at a time' => function (Events $see): void {
        $futures = [];
        foreach ([1, 2, 3] as $number) {
            $futures["f$number"] = async(function (int $number) use ($see): int {
                $see("start $number");
                delay($number * 0.002);
                $see("end $number");
                return $number * 10;
            }, $number);
        }
        $see(await($futures), awaitFirst([async(fn() => delay(0.005)), async(fn() => 'first')]));
        $see(awaitAny([async(fn() => throw new Exception()), async(fn() => 'any')]));
    },
    'an exception of a future' => function (Events $see): void {
        $future = async(fn() => throw new RuntimeException('why'));
        $see(thrown(fn() => $future->await()), thrown(fn() => $future->await()));
        async(fn() => throw new RuntimeException('ignored'))->ignore();
        $see($future->catch(fn(Throwable $exception) => $exception->getMessage())->await());
        $see($future->finally(fn() => $see('finally'))->catch(fn() => 'caught')->await());
        delay(0);
    },
    'an exception that nobody awaits' => function (Events $see): void {
        async(fn() => throw new RuntimeException('why'));
        $see(thrown(fn() => delay(0.005), 60));
    },
    'a deferred future' => function (Events $see): void {
        $deferred = new DeferredFuture();
        async(function () use ($deferred): void {
            delay(0.001);
            $deferred->complete('completed');
        });
        $see($deferred->getFuture()->await(), $deferred->isComplete());
        $see(Future::complete('at once')->await(), Future::complete(2)->map(fn(int $number) => $number * 2)->await());
    },
    'nothing completes a future' => function (Events $see): void {
        $see(thrown(fn() => (new DeferredFuture())->getFuture()->await(), 60));
    },
    'a timeout' => function (Events $see): void {
        $deferred = new DeferredFuture();
        $kept = EventLoop::delay(1, fn() => null);
        $see(thrown(fn() => $deferred->getFuture()->await(new TimeoutCancellation(0.002))));
        EventLoop::cancel($kept);
        $see(thrown(fn() => delay(1, cancellation: new TimeoutCancellation(0.002))));
    },
    'a cancellation' => function (Events $see): void {
        $cancellation = new DeferredCancellation();
        $future = async(function () use ($cancellation, $see): void {
            try {
                delay(1, cancellation: $cancellation->getCancellation());
            } catch (CancelledException $exception) {
                $see('cancelled', $exception->getPrevious()?->getMessage());
                throw $exception;
            }
        });
        delay(0.001);
        $cancellation->cancel(new Exception('why'));
        $see(thrown(fn() => $future->await()), $cancellation->getCancellation()->isRequested());
    },
    'a queue' => function (Events $see): void {
        $queue = new Queue(1);
        $producer = async(function () use ($queue, $see): void {
            foreach (['a', 'b', 'c'] as $value) {
                $see("push $value");
                $queue->push($value);
            }
            $queue->complete();
        });
        foreach ($queue->iterate() as $value) {
            $see("got $value");
        }
        $producer->await();
        $doubled = $queue = null;
        $see(Amp\Pipeline\Pipeline::fromIterable(range(1, 6))->concurrent(3)->unordered()->map(function (int $number): int {
            delay((7 - $number) % 3 * 0.003);
            return $number;
        })->reduce(fn(int $sum, int $number) => $sum + $number, 0));
    },
    'a mutex' => function (Events $see): void {
        $mutex = new LocalMutex();
        $work = fn(string $name) => async(fn() => synchronized($mutex, function () use ($mutex, $name, $see): void {
            $see("$name in");
            delay(0.001);
            synchronized($mutex, fn() => $see("$name again"));
            $see("$name out");
        }));
        await([$work('a'), $work('b'), $work('c')]);
        $semaphore = new LocalSemaphore(2);
        await(array_map(fn(int $number) => async(function () use ($semaphore, $number, $see): void {
            $lock = $semaphore->acquire();
            $see("take $number");
            delay(0.001);
            $lock->release();
        }), range(1, 3)));
    },
    'streams' => function (Events $see): void {
        [$left, $right] = pair();
        $writer = async(function () use ($left): void {
            $stream = new WritableResourceStream($left);
            foreach (range(1, 40) as $ignored) {
                $stream->write(str_repeat('x', 100_000));
            }
            $stream->end();
        });
        $see(strlen(buffer(new ReadableResourceStream($right))));
        $writer->await();
    },
    'a signal' => function (Events $see): void {
        EventLoop::delay(0.002, function (): void {
            Process::kill(getmypid(), SIGUSR1);
        });
        $see(trapSignal([SIGUSR1, SIGUSR2]) === SIGUSR1);
        EventLoop::delay(0.002, function (): void {
            Process::kill(getmypid(), SIGUSR2);
        });
        $see(thrown(fn() => delay(1, cancellation: new Amp\SignalCancellation(SIGUSR2))));
    },
    'weak closures' => function (Events $see): void {
        $object = new class ($see) {
            public string $id = '';

            public function __construct(public Events $see)
            {
                $this->id = EventLoop::repeat(0.001, weakClosure(fn() => $this->see('tick')));
                EventLoop::unreference($this->id);
            }

            public function see(string $word): void
            {
                ($this->see)($word);
                EventLoop::disable($this->id);
            }

            public function __destruct()
            {
                EventLoop::cancel($this->id);
                ($this->see)('gone');
            }
        };
        delay(0.005);
        $object = null;
        $see(EventLoop::getIdentifiers());
    },
    'what waits for ever does not hold a program' => function (Events $see): void {
        async(fn() => (new DeferredFuture())->getFuture()->await());
        EventLoop::run();
        $see('ended');
    },
];

report($argv[1], $cases);
