<?php

declare(strict_types=1);

namespace App\Controller;

use Hyperf\Context\Context;
use Hyperf\Coroutine\Barrier;
use Hyperf\Coroutine\Channel\Caller;
use Hyperf\Coroutine\Concurrent;
use Hyperf\Coroutine\Coroutine;
use Hyperf\Coroutine\Exception\ParallelExecutionException;
use Hyperf\Coroutine\Locker;
use Hyperf\Coroutine\Mutex;
use Hyperf\Coroutine\Parallel;
use Hyperf\Coroutine\Waiter;
use Hyperf\Coroutine\WaitGroup;
use Hyperf\Engine\Channel;
use RuntimeException;
use function Hyperf\Coroutine\co;
use function Hyperf\Coroutine\defer;
use function Hyperf\Coroutine\wait;

class ParallelController
{
    public function parallel()
    {
        $parallel = new Parallel(2);
        foreach (range(1, 5) as $number) {
            $parallel->add(function () use ($number) {
                Coroutine::sleep(0.01);
                return $number * $number;
            });
        }
        $squares = $parallel->wait();
        $fails = new Parallel();
        $fails->add(fn() => throw new RuntimeException('fails'));
        $fails->add(fn() => 'works', 'works');
        try {
            $fails->wait();
        } catch (ParallelExecutionException $error) {
            $failed = [$error->getResults(), array_map(fn($one) => $one->getMessage(), $error->getThrowables())];
        }
        return ['squares' => $squares, 'failed' => $failed ?? null, 'concurrent' => $this->concurrent(), 'waiter' => $this->waiters()];
    }

    private function concurrent(): array
    {
        [$concurrent, $group, $running, $most] = [new Concurrent(3), new WaitGroup(), 0, 0];
        foreach (range(1, 9) as $number) {
            $group->add();
            $concurrent->create(function () use ($group, &$running, &$most) {
                $most = max($most, ++$running);
                Coroutine::sleep(0.001);
                --$running;
                $group->done();
            });
        }
        return [$group->wait(5), $most];
    }

    private function waiters(): array
    {
        $barrier = Barrier::create();
        $done = 0;
        foreach (range(1, 3) as $number) {
            co(function () use ($barrier, &$done) {
                Coroutine::sleep(0.001);
                ++$done;
            });
        }
        Barrier::wait($barrier);
        return [wait(fn() => 'waited'), (new Waiter())->wait(fn() => 'waited', 1), $done];
    }

    public function channel()
    {
        $channel = new Channel(2);
        co(function () use ($channel) {
            foreach (range(1, 3) as $number) {
                $channel->push($number);
            }
            $channel->close();
        });
        $values = [];
        while (($value = $channel->pop(1)) !== false) {
            $values[] = $value;
        }
        $empty = new Channel(1);
        $timed_out = [$empty->pop(0.001), $empty->isTimeout(), $empty->isClosing(), $empty->isEmpty(), $empty->isFull(), $empty->getCapacity()];
        $caller = new Caller(fn() => 'instance');
        return ['values' => $values, 'closed' => [$channel->isClosing(), $channel->isAvailable(), $channel->getLength()], 'timed out' => $timed_out,
            'caller' => $caller->call(fn($instance) => $instance), 'locks' => $this->locks()];
    }

    private function locks(): array
    {
        [$group, $order] = [new WaitGroup(), []];
        foreach (['a', 'b'] as $name) {
            $group->add();
            co(function () use ($group, $name, &$order) {
                Mutex::lock('notes');
                $order[] = "$name in";
                Coroutine::sleep(0.001);
                $order[] = "$name out";
                Mutex::unlock('notes');
                $group->done();
            });
        }
        $group->wait(5);
        $first = Locker::lock('key');
        Locker::unlock('key');
        return [$order, $first];
    }

    public function context()
    {
        Context::set('name', 'request');
        $parent = Coroutine::id();
        $channel = new Channel(1);
        co(function () use ($parent, $channel) {
            defer(fn() => $channel->push(['deferred', Context::get('name'), Context::get('name', 'none', $parent), Coroutine::parentId() === $parent]));
            Context::copy($parent, ['name']);
        });
        return ['context' => $channel->pop(1), 'override' => Context::override('name', fn($name) => "$name!"), 'cid' => Coroutine::inCoroutine()];
    }
}
