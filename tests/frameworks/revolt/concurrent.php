<?php

// What only Tern's driver can do: several coroutines use the loop at a time. Prints what happens in each case.
declare(strict_types=1);

use Amp\DeferredFuture;
use Amp\Sync\LocalMutex;
use Amp\TimeoutCancellation;
use Revolt\EventLoop;
use Revolt\EventLoop\FiberLocal;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\Channel;
use Swoole\Timer;
use function Amp\async;
use function Amp\delay;
use function Amp\Future\await;
use function Amp\Sync\synchronized;

require __DIR__ . '/vendor/autoload.php';

/** Runs functions at a time, each in a coroutine of its own. */
function together(Closure ...$functions): void
{
    Coroutine::join(array_map(static fn(Closure $function) => (int) go($function), $functions));
}

$cases = [
    'run() waits for the callbacks of its coroutine' => function (Events $see): void {
        $isFastAtItsEnd = false;
        together(function () use ($see, &$isFastAtItsEnd): void {
            EventLoop::repeat(0.001, function (string $id) use ($see, &$isFastAtItsEnd): void {
                if ($isFastAtItsEnd) {
                    $see('callback of slow');
                    EventLoop::cancel($id);
                }
            });
            EventLoop::run();
            $see('end of slow');
        }, function () use ($see, &$isFastAtItsEnd): void {
            EventLoop::defer(function () use ($see): void {
                EventLoop::delay(0.001, fn() => $see('callback of fast'));
            });
            EventLoop::run();
            $see('end of fast');
            $isFastAtItsEnd = true;
        });
    },
    'run() ends when another coroutine cancels the last callback' => function (Events $see): void {
        $id = '';
        together(function () use (&$id, $see): void {
            $id = EventLoop::delay(100, fn() => null);
            EventLoop::run();
            $see('ended');
        }, function () use (&$id): void {
            Coroutine::sleep(0.001);
            EventLoop::cancel($id);
        });
    },
    'an exception ends run() of its coroutine' => function (Events $see): void {
        together(function () use ($see): void {
            EventLoop::delay(0.001, fn() => async(fn() => throw new RuntimeException('why')) ? null : null);
            $see(thrown(EventLoop::run(...), 60));
        }, function () use ($see): void {
            EventLoop::delay(0.005, fn() => $see('other callback'));
            EventLoop::run();
            $see('other ended');
        });
    },
    'stop() ends run() of its coroutine' => function (Events $see): void {
        $isStopped = false;
        together(function () use ($see, &$isStopped): void {
            $id = EventLoop::repeat(0.001, fn() => EventLoop::getDriver()->stop());
            EventLoop::run();
            $see('stopped');
            EventLoop::cancel($id);
            $isStopped = true;
        }, function () use ($see, &$isStopped): void {
            EventLoop::repeat(0.001, function (string $id) use ($see, &$isStopped): void {
                if ($isStopped) {
                    $see('other callback');
                    EventLoop::cancel($id);
                }
            });
            EventLoop::run();
        });
    },
    'a future between coroutines' => function (Events $see): void {
        $deferred = new DeferredFuture();
        together(function () use ($see, $deferred): void {
            $see($deferred->getFuture()->await());
        }, function () use ($see, $deferred): void {
            Coroutine::sleep(0.001);
            $see('completes');
            $deferred->complete('completed');
        });
        $deferred = new DeferredFuture();
        Timer::after(1, fn() => $deferred->complete('by a timer'));
        $see($deferred->getFuture()->await());
    },
    'blocking calls in callbacks' => function (Events $see): void {
        await(array_map(fn(int $number) => async(function () use ($see, $number): void {
            usleep($number * 2000);
            $see($number);
        }), [1, 2, 3]));
        $channel = new Channel();
        $future = async(fn() => $channel->pop());
        EventLoop::delay(0.001, fn() => $channel->push('from a channel') ? null : null);
        $see($future->await());
    },
    'values of a coroutine' => function (Events $see): void {
        $local = new FiberLocal(fn() => 'initial');
        $use = fn(string $name) => function () use ($see, $local, $name): void {
            $see($local->get());
            $local->set($name);
            delay(0.001);
            async(fn() => $see($local->get()))->await();
            $see($local->get());
        };
        together($use('a'), $use('b'));
    },
    'a mutex between coroutines' => function (Events $see): void {
        $mutex = new LocalMutex();
        $use = fn(string $name) => fn() => synchronized($mutex, function () use ($see, $mutex, $name): void {
            $see("$name in");
            delay(0.001);
            synchronized($mutex, fn() => $see("$name out"));
        });
        together($use('a'), $use('b'));
    },
    'a cancelled coroutine' => function (Events $see): void {
        $id = go(function () use ($see): void {
            try {
                (new DeferredFuture())->getFuture()->await();
            } catch (CanceledException) {
                $see('cancelled');
            }
        });
        Coroutine::cancel($id, true);
        $id = go(function () use ($see): void {
            $see(thrown(fn() => (new DeferredFuture())->getFuture()->await(), 10));
        });
        Coroutine::cancel($id);
        $see('goes on');
    },
    'what was cancelled may wait again' => function (Events $see): void {
        $waitTwice = function (string $name, DeferredFuture $first, DeferredFuture $second) use ($see): void {
            try {
                $first->getFuture()->await();
            } catch (CanceledException) {
                $see("$name cancelled");
            }
            $see("$name " . $second->getFuture()->await());
        };
        [$first, $second] = [new DeferredFuture(), new DeferredFuture()];
        $ids[] = go($waitTwice, 'coroutine', $first, $second);
        $callback = async(function () use ($waitTwice, $first, $second, &$ids): void {
            $ids[] = Coroutine::getCid();
            $waitTwice('callback', $first, $second);
        });
        delay(0);
        array_map(fn(int $id) => Coroutine::cancel($id, true), $ids);
        $first->complete('late');
        delay(0);
        $second->complete('completed');
        $callback->await();
    },
    'a timeout while other coroutines wait elsewhere' => function (Events $see): void {
        together(function () use ($see): void {
            $see(thrown(fn() => (new DeferredFuture())->getFuture()->await(new TimeoutCancellation(0.001)), 20));
        }, fn() => Coroutine::sleep(0.01));
    },
    'coroutines wait for nothing, and the last one ends' => function (Events $see): void {
        go(function () use ($see): void {
            $see(thrown(fn() => EventLoop::getSuspension()->suspend(), 21));
        });
        go(function () use ($see): void {
            Coroutine::sleep(0.001);
            $see('other ended');
        });
    },
    'callbacks run while their coroutine waits elsewhere' => function (Events $see): void {
        EventLoop::delay(0.001, fn() => $see('callback'));
        Coroutine::sleep(0.01);
        $see('slept');
    },
    'what is left does not hold the program' => function (Events $see): void {
        EventLoop::repeat(0.001, fn() => $see('callback'));
        async(fn() => (new DeferredFuture())->getFuture()->await());
        $see('ended');
    },
];

foreach ($cases as $name => $case) {
    $events = new Events();
    Co\run(static fn() => $case($events));
    $results[$name] = $events->text();
}
$results['driver'] = get_class(EventLoop::getDriver());
echo json_encode($results, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
