<?php

// The documented contract of a driver, case by case.
declare(strict_types=1);

use Revolt\EventLoop;
use Revolt\EventLoop\FiberLocal;
use Revolt\EventLoop\InvalidCallbackError;
use Swoole\Process;

require __DIR__ . '/vendor/autoload.php';

$cases = [
    'queued functions run in order, before deferred ones' => function (Events $see): void {
        EventLoop::defer(fn() => $see('deferred'));
        EventLoop::queue(fn() => $see('first'));
        EventLoop::queue($see(...), 'second', 2);
        EventLoop::run();
    },
    'a queued function runs before the next callback' => function (Events $see): void {
        EventLoop::defer(function () use ($see): void {
            EventLoop::queue(fn() => $see('queued'));
            $see('one');
        });
        EventLoop::defer(fn() => $see('two'));
        EventLoop::run();
    },
    'what a callback defers runs in the next tick' => function (Events $see): void {
        EventLoop::defer(function () use ($see): void {
            $see('one');
            EventLoop::defer(fn() => $see('three'));
        });
        EventLoop::defer(fn() => $see('two'));
        EventLoop::run();
    },
    'a tick: deferred functions, streams, timers' => function (Events $see): void {
        [$stream, $peer] = pair();
        fwrite($peer, 'x');
        EventLoop::delay(0, fn() => $see('timer'));
        EventLoop::onWritable($stream, function (string $id) use ($see): void {
            $see('writable');
            EventLoop::cancel($id);
        });
        EventLoop::onReadable($stream, function (string $id) use ($see): void {
            $see('readable');
            EventLoop::cancel($id);
        });
        EventLoop::defer(fn() => $see('deferred'));
        EventLoop::queue(fn() => $see('queued'));
        EventLoop::run();
    },
    'a callback disables one of the same tick' => function (Events $see): void {
        $id = '';
        EventLoop::defer(function () use (&$id): void {
            EventLoop::disable($id);
        });
        $id = EventLoop::defer(fn() => $see('disabled'));
        EventLoop::run();
        $see(EventLoop::isEnabled($id));
        EventLoop::enable($id);
        EventLoop::run();
        $see(EventLoop::getIdentifiers());
    },
    'timers in the order of their time' => function (Events $see): void {
        $late = EventLoop::delay(100, fn() => $see('late'));
        EventLoop::delay(0, fn() => $see('early'));
        EventLoop::delay(0.001, function () use ($see, $late): void {
            $see('middle');
            EventLoop::cancel($late);
        });
        EventLoop::run();
    },
    'never too early' => function (Events $see): void {
        $start = hrtime(true);
        EventLoop::delay(0.0105, fn() => $see(hrtime(true) - $start >= 10_500_000));
        EventLoop::run();
    },
    'repeat, until it is cancelled' => function (Events $see): void {
        $count = 0;
        EventLoop::repeat(0.001, function (string $id) use ($see, &$count): void {
            $see(++$count);
            if ($count === 3) {
                EventLoop::cancel($id);
            }
        });
        EventLoop::run();
    },
    'once in a tick' => function (Events $see): void {
        $count = 0;
        EventLoop::repeat(0, function (string $id) use ($see, &$count): void {
            $see('repeated');
            if (++$count === 3) {
                EventLoop::cancel($id);
            }
        });
        $again = function () use (&$again, &$count, $see): void {
            $see('deferred');
            $count < 3 && EventLoop::defer($again);
        };
        EventLoop::defer($again);
        EventLoop::run();
    },
    'a timer that is enabled again starts anew' => function (Events $see): void {
        $id = EventLoop::delay(0.002, fn() => $see('again'));
        EventLoop::disable($id);
        EventLoop::run();
        $see('disabled');
        EventLoop::delay(0.004, function () use ($id): void {
            EventLoop::enable($id);
        });
        EventLoop::run();
    },
    'many timers are cancelled' => function (Events $see): void {
        $ids = [];
        for ($i = 0; $i < 500; ++$i) {
            $ids[] = EventLoop::delay(100, fn() => $see('never'));
        }
        EventLoop::delay(0.001, function () use ($ids, $see): void {
            array_map(EventLoop::cancel(...), $ids);
            EventLoop::delay(0.001, fn() => $see('end'));
        });
        EventLoop::run();
    },
    'only referenced callbacks keep the loop running' => function (Events $see): void {
        $id = EventLoop::repeat(0.001, function (string $id) use ($see): void {
            $see('tick');
            EventLoop::cancel($id);
        });
        $see(EventLoop::isReferenced($id));
        EventLoop::unreference($id);
        EventLoop::run();
        $see('ended', EventLoop::isReferenced($id), EventLoop::isEnabled($id));
        EventLoop::reference($id);
        EventLoop::run();
    },
    'unreferenced callbacks run with referenced ones' => function (Events $see): void {
        EventLoop::unreference(EventLoop::delay(0.001, fn() => $see('unreferenced')));
        EventLoop::delay(0.005, fn() => $see('referenced'));
        EventLoop::run();
    },
    'unknown identifiers' => function (Events $see): void {
        EventLoop::cancel('none');
        $see(EventLoop::disable('none'), EventLoop::unreference('none'));
        foreach (['enable', 'reference', 'isEnabled', 'isReferenced', 'getType'] as $method) {
            $see(thrown(fn() => EventLoop::$method('none')));
        }
        try {
            EventLoop::enable('none');
        } catch (InvalidCallbackError $error) {
            $see($error->getCallbackId(), $error->getCode() === InvalidCallbackError::E_INVALID_IDENTIFIER);
        }
    },
    'types' => function (Events $see): void {
        $ids = [
            EventLoop::defer(fn() => null),
            EventLoop::delay(1, fn() => null),
            EventLoop::repeat(1, fn() => null),
            EventLoop::onReadable(pair()[0], fn() => null),
            EventLoop::onWritable(pair()[0], fn() => null),
            EventLoop::onSignal(SIGUSR1, fn() => null),
        ];
        foreach ($ids as $id) {
            $see(EventLoop::getType($id)->name);
        }
        $see(count(array_unique($ids)), EventLoop::getIdentifiers() === $ids);
        $see(count(EventLoop::getDriver()->__debugInfo()));
        array_map(EventLoop::cancel(...), $ids);
        $see(EventLoop::getIdentifiers());
    },
    'the identifier is a callback\'s argument, and invalid for one that is called once' => function (Events $see): void {
        $id = EventLoop::defer(function (string $given) use (&$id, $see): void {
            $see($given === $id, thrown(fn() => EventLoop::isEnabled($given), 27) !== 'nothing');
        });
        EventLoop::run();
    },
    'stop ends the tick first' => function (Events $see): void {
        EventLoop::defer(function () use ($see): void {
            $see('stop');
            EventLoop::getDriver()->stop();
            EventLoop::getDriver()->stop();
        });
        EventLoop::defer(function () use ($see): void {
            $see('same');
            EventLoop::delay(0, fn() => $see('later'));
        });
        EventLoop::run();
        $see('stopped');
        EventLoop::run();
    },
    'run in a callback' => function (Events $see): void {
        EventLoop::queue(fn() => $see(thrown(EventLoop::run(...))));
        EventLoop::run();
    },
    'whether it runs' => function (Events $see): void {
        $see(EventLoop::getDriver()->isRunning());
        EventLoop::queue(fn() => $see(EventLoop::getDriver()->isRunning()));
        EventLoop::run();
        $see(EventLoop::getDriver()->isRunning(), EventLoop::getDriver()->getHandle());
    },
    'nothing to run' => function (Events $see): void {
        EventLoop::run();
        $see('ended');
    },
    'an exception ends run()' => function (Events $see): void {
        EventLoop::defer(fn() => throw new RuntimeException('why'));
        EventLoop::defer(fn() => $see('other'));
        $see(thrown(EventLoop::run(...), 62));
        EventLoop::run();
        $see('ended');
    },
    'an exception of a queued function' => function (Events $see): void {
        EventLoop::queue(fn() => throw new RuntimeException('why'));
        $see(thrown(EventLoop::run(...), 62));
    },
    'a handler gets exceptions' => function (Events $see): void {
        $handler = fn(Throwable $exception) => $see($exception->getMessage());
        EventLoop::setErrorHandler($handler);
        $see(EventLoop::getErrorHandler() === $handler);
        EventLoop::defer(fn() => throw new RuntimeException('why'));
        EventLoop::queue(fn() => throw new RuntimeException('queued'));
        EventLoop::delay(0.001, fn() => $see('goes on'));
        EventLoop::run();
        EventLoop::setErrorHandler(null);
        $see(EventLoop::getErrorHandler());
    },
    'a handler throws' => function (Events $see): void {
        EventLoop::setErrorHandler(fn(Throwable $exception) => throw new LogicException('handler', 0, $exception));
        EventLoop::defer(fn() => throw new RuntimeException('why'));
        $see(thrown(EventLoop::run(...), 55));
    },
    'a handler waits' => function (Events $see): void {
        EventLoop::setErrorHandler(function (Throwable $exception) use ($see): void {
            $suspension = EventLoop::getSuspension();
            EventLoop::delay(0.001, fn() => $suspension->resume('waited'));
            $see($suspension->suspend(), $exception->getMessage());
        });
        EventLoop::defer(fn() => throw new RuntimeException('why'));
        EventLoop::run();
    },
    'a callback returns something' => function (Events $see): void {
        EventLoop::defer(fn() => 'something');
        $see(thrown(EventLoop::run(...), 80));
    },
    'a value and an exception for a suspension' => function (Events $see): void {
        $suspension = EventLoop::getSuspension();
        EventLoop::delay(0.001, fn() => $suspension->resume('value'));
        $see($suspension->suspend());
        EventLoop::queue(fn() => $suspension->throw(new RuntimeException('thrown')));
        $see(thrown(fn() => $suspension->suspend()));
        EventLoop::queue(fn() => $suspension->resume());
        $see($suspension->suspend());
    },
    'a suspension is that of its place' => function (Events $see): void {
        $own = EventLoop::getSuspension();
        $see($own === EventLoop::getSuspension());
        $first = null;
        EventLoop::queue(function () use ($see, $own, &$first): void {
            $first = EventLoop::getSuspension();
            $see($first === EventLoop::getSuspension(), $first === $own);
            EventLoop::queue(fn() => $first->resume());
            $first->suspend();
        });
        EventLoop::queue(function () use ($see, &$first): void {
            $see(EventLoop::getSuspension() === $first);
        });
        EventLoop::run();
    },
    'wrong uses of a suspension' => function (Events $see): void {
        $suspension = EventLoop::getSuspension();
        $see(thrown(fn() => $suspension->resume()), thrown(fn() => $suspension->throw(new Exception())));
        EventLoop::queue(fn() => $see(thrown(fn() => $suspension->suspend())));
        EventLoop::run();
        EventLoop::queue(function () use ($see, $suspension): void {
            $see(thrown(fn() => $suspension->suspend()));
            $suspension->resume('value');
            $see(thrown(fn() => $suspension->resume()));
        });
        $see($suspension->suspend());
    },
    'wrong uses of a suspension of a callback' => function (Events $see): void {
        EventLoop::queue(function () use ($see): void {
            $suspension = EventLoop::getSuspension();
            $see(thrown(fn() => $suspension->resume()), thrown(fn() => $suspension->throw(new Exception())));
            EventLoop::queue(fn() => $see(thrown(fn() => $suspension->suspend())));
            EventLoop::queue(fn() => $suspension->throw(new RuntimeException('thrown')));
            $see(thrown(fn() => $suspension->suspend()));
        });
        EventLoop::run();
    },
    'nothing resumes' => function (Events $see): void {
        $suspension = EventLoop::getSuspension();
        EventLoop::unreference(EventLoop::delay(100, fn() => $suspension->resume()));
        $see(thrown(fn() => $suspension->suspend(), 70), thrown(fn() => $suspension->suspend()));
        $suspension->resume();
        $suspension->throw(new Exception());
        $another = EventLoop::getSuspension();
        $see($another === $suspension);
        EventLoop::queue(fn() => $another->resume('value'));
        $see($another->suspend());
    },
    'stop before it resumes' => function (Events $see): void {
        EventLoop::queue(EventLoop::getDriver()->stop(...));
        EventLoop::delay(100, fn() => null);
        $see(thrown(fn() => EventLoop::getSuspension()->suspend(), 70));
    },
    'an exception of a callback ends suspend()' => function (Events $see): void {
        $suspension = EventLoop::getSuspension();
        EventLoop::queue(fn() => throw new RuntimeException('why'));
        $see(thrown(fn() => $suspension->suspend(), 62), thrown(fn() => $suspension->suspend()));
        $see($suspension === EventLoop::getSuspension());
    },
    'callbacks wait side by side' => function (Events $see): void {
        foreach ([1, 2, 3] as $number) {
            EventLoop::queue(function () use ($number, $see): void {
                $see("start $number");
                $suspension = EventLoop::getSuspension();
                EventLoop::delay($number * 0.002, fn() => $suspension->resume("end $number"));
                $see($suspension->suspend());
            });
        }
        EventLoop::run();
    },
    'the main code goes on before what is queued behind' => function (Events $see): void {
        $suspension = EventLoop::getSuspension();
        EventLoop::queue(fn() => $suspension->resume('main'));
        EventLoop::queue(fn() => $see('behind'));
        $see($suspension->suspend());
        EventLoop::run();
    },
    'a callback is resumed behind what is queued' => function (Events $see): void {
        EventLoop::queue(function () use ($see): void {
            $suspension = EventLoop::getSuspension();
            EventLoop::queue(function () use ($suspension, $see): void {
                $suspension->resume('resumed');
                EventLoop::queue(fn() => $see('after'));
                $see('resumes');
            });
            EventLoop::queue(fn() => $see('queued'));
            $see($suspension->suspend());
        });
        EventLoop::run();
    },
    'a stream is read' => function (Events $see): void {
        [$stream, $peer] = pair();
        EventLoop::onReadable($stream, function (string $id, $given) use ($see, $stream): void {
            $read = fread($given, 10);
            $see($given === $stream, $read);
            if ($read === '') {
                EventLoop::cancel($id);
            }
        });
        EventLoop::delay(0.001, fn() => $see(fwrite($peer, 'hello')));
        EventLoop::delay(0.005, function () use ($peer): void {
            fclose($peer);
        });
        EventLoop::run();
    },
    'callbacks of one stream' => function (Events $see): void {
        [$stream, $peer] = pair();
        fwrite($peer, 'x');
        $read = EventLoop::onReadable($stream, fn() => $see('readable'));
        $again = EventLoop::onReadable($stream, fn() => $see('again'));
        $count = 0;
        EventLoop::onWritable($stream, function (string $id) use ($see, $read, $again, &$count): void {
            $see('writable');
            EventLoop::cancel($count === 0 ? $again : $read);
            if (++$count === 3) {
                EventLoop::cancel($id);
            }
        });
        EventLoop::run();
    },
    'a stream that is not writable' => function (Events $see): void {
        [$stream, $peer] = pair();
        while (fwrite($stream, str_repeat('x', 65536)) > 0);
        EventLoop::onWritable($stream, function (string $id) use ($see): void {
            $see('writable');
            EventLoop::cancel($id);
        });
        EventLoop::delay(0.003, function () use ($see, $peer): void {
            $see('read');
            while ((string) fread($peer, 1 << 20) !== '');
        });
        EventLoop::run();
    },
    'a disabled callback of a stream' => function (Events $see): void {
        [$stream, $peer] = pair();
        fwrite($peer, 'x');
        $id = EventLoop::onReadable($stream, function (string $id) use ($see): void {
            $see('readable');
            EventLoop::disable($id);
        });
        EventLoop::run();
        EventLoop::delay(0.001, function () use ($id): void {
            EventLoop::enable($id);
        });
        EventLoop::run();
        EventLoop::cancel($id);
    },
    'a descriptor is used again' => function (Events $see): void {
        [$old, $its] = pair();
        $forgotten = EventLoop::onReadable($old, fn() => $see('never'));
        EventLoop::unreference($forgotten);
        EventLoop::delay(0.001, function () use ($old, $its, $see, $forgotten): void {
            fclose($old);
            fclose($its);
            EventLoop::cancel($forgotten);
            [$stream, $peer] = pair();
            fwrite($peer, 'x');
            EventLoop::onReadable($stream, function (string $id) use ($see, $peer): void {
                $see('new');
                EventLoop::cancel($id);
            });
        });
        EventLoop::run();
    },
    'a file is always ready' => function (Events $see): void {
        $file = fopen(__FILE__, 'r');
        EventLoop::onReadable($file, function (string $id, $file) use ($see): void {
            $see(fgets($file) === "<?php\n");
            EventLoop::cancel($id);
        });
        EventLoop::run();
    },
    'a signal' => function (Events $see): void {
        $ids = [];
        $ids[] = EventLoop::onSignal(SIGUSR1, function (string $id, int $signal) use ($see, &$ids): void {
            $see('first', $signal === SIGUSR1);
        });
        $ids[] = EventLoop::onSignal(SIGUSR1, function () use ($see, &$ids): void {
            $see('second');
            array_map(EventLoop::cancel(...), $ids);
        });
        EventLoop::delay(0.001, function (): void {
            Process::kill(getmypid(), SIGUSR1);
        });
        EventLoop::run();
        $id = EventLoop::onSignal(SIGUSR2, fn() => $see('third'));
        EventLoop::unreference($id);
        EventLoop::run();
        EventLoop::cancel($id);
    },
    'a fiber of the program' => function (Events $see): void {
        $fiber = new Fiber(function () use ($see): void {
            $suspension = EventLoop::getSuspension();
            $see($suspension === EventLoop::getSuspension(), thrown(EventLoop::run(...), 10));
            EventLoop::delay(0.001, fn() => $suspension->resume('resumed'));
            $see($suspension->suspend());
            EventLoop::queue(fn() => $suspension->throw(new RuntimeException('thrown')));
            $see(thrown(fn() => $suspension->suspend()), thrown(fn() => $suspension->resume()));
        });
        $fiber->start();
        $see('started');
        EventLoop::run();
        $see($fiber->isTerminated());
    },
    'a fiber in a callback' => function (Events $see): void {
        EventLoop::queue(function () use ($see): void {
            $fiber = new Fiber(function () use ($see): void {
                $suspension = EventLoop::getSuspension();
                EventLoop::delay(0.001, fn() => $suspension->resume('fiber'));
                $see($suspension->suspend());
            });
            $fiber->start();
            $suspension = EventLoop::getSuspension();
            EventLoop::delay(0.005, fn() => $suspension->resume('callback'));
            $see($suspension->suspend());
        });
        EventLoop::run();
    },
    'values of a fiber' => function (Events $see): void {
        $local = new FiberLocal(fn() => 'initial');
        $local->set('main');
        EventLoop::queue(function () use ($local, $see): void {
            $see($local->get());
            $local->set('callback');
            $suspension = EventLoop::getSuspension();
            EventLoop::delay(0.001, fn() => $suspension->resume());
            $suspension->suspend();
            $see($local->get());
        });
        EventLoop::queue(fn() => $see($local->get()));
        EventLoop::run();
        $see($local->get());
        $local->unset();
        $see($local->get());
        FiberLocal::clear();
    },
    'wrong times' => function (Events $see): void {
        $see(thrown(fn() => EventLoop::delay(-1, fn() => null)), thrown(fn() => EventLoop::repeat(-1, fn() => null)));
    },
    'what a cancelled callback holds is freed' => function (Events $see): void {
        $object = new stdClass();
        $weak = WeakReference::create($object);
        $id = EventLoop::delay(100, static function () use ($object): void {
        });
        $object = null;
        EventLoop::cancel($id);
        $see($weak->get() === null);
    },
];

report($argv[1], $cases);
