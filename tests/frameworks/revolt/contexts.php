<?php

// Contexts, each with a loop of its own: fresh ones, and copies of a program that has used its loop already.
declare(strict_types=1);

use Revolt\EventLoop;
use Swoole\Coroutine;
use Tern\Context;

require __DIR__ . '/vendor/autoload.php';

final class Name
{
    public static string $value = 'none';
}

/** @return array<mixed> */
function program(string $name): array
{
    Name::$value = $name;
    $seen = [];
    EventLoop::setErrorHandler(function (Throwable $exception) use (&$seen): void {
        $seen[] = Name::$value . ' handles ' . $exception->getMessage();
    });
    EventLoop::delay(0.001, function () use (&$seen): void {
        $seen[] = 'callback of ' . Name::$value;
    });
    EventLoop::delay(0.002, fn() => throw new RuntimeException($name));
    $seen[] = count(EventLoop::getIdentifiers());
    EventLoop::run();
    $seen[] = Amp\async(function (): string {
        Amp\delay(0.001);
        return 'future of ' . Name::$value;
    })->await();
    return $seen;
}

/** Appended to when the static properties of its context are freed. */
final class Farewell
{
    public static ?self $last = null;

    /** @param ArrayObject<int, string> $seen */
    public function __construct(private ArrayObject $seen)
    {
    }

    public function __destruct()
    {
        $this->seen[] = 'context ended';
    }
}

/** @param ArrayObject<int, string> $seen */
function leave(ArrayObject $seen, bool $isReferenced): void
{
    Farewell::$last = new Farewell($seen);
    EventLoop::unreference(EventLoop::repeat(100, fn() => null));
    if ($isReferenced) {
        EventLoop::delay(0.001, function () use ($seen): void {
            $seen[] = 'callback';
        });
    }
    Amp\delay(0);
}

if (Context::current() !== null) {
    return;
}

Co\run(function (): void {
    EventLoop::delay(0, fn() => null);
    EventLoop::run();
    EventLoop::unreference(EventLoop::repeat(100, fn() => null));
    $results = [];
    foreach (['ann' => Context::fresh(), 'bob' => Context::fresh(), 'cid' => Context::copy(), 'dan' => Context::copy()] as $name => $context) {
        go(function () use ($name, $context, &$results): void {
            if ($name < 'c') {
                $context->include(__FILE__);
            }
            $results[$name] = $context->run('program', $name);
            $results["$name ends"] = $context->getCoroutines();
            $context->end();
        });
    }
    while (count($results) < 8) {
        Coroutine::sleep(0.001);
    }
    foreach ([false, true] as $isReferenced) {
        $seen = new ArrayObject();
        $context = Context::fresh();
        $context->include(__FILE__);
        $context->run('leave', $seen, $isReferenced);
        $context = null;
        while (count($seen) < 1 + (int) $isReferenced) {
            Coroutine::sleep(0.001);
        }
        $results['left ' . json_encode($isReferenced)] = $seen->getArrayCopy();
    }
    ksort($results);
    echo json_encode([...$results, 'own' => count(EventLoop::getIdentifiers()), 'name' => Name::$value], JSON_THROW_ON_ERROR);
});
