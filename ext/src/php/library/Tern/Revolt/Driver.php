<?php

declare(strict_types=1);

namespace Tern\Revolt;

use Closure;
use Error;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\Driver as RevoltDriver;
use Revolt\EventLoop\Suspension;
use Tern\Context;
use Tern\Internal\Framework\Revolt\Callback;
use Tern\Internal\Framework\Revolt\Callbacks;
use Tern\Internal\Framework\Revolt\Loop;

/**
 * An event loop of Revolt for coroutines: each of them may wait in run() or in its own suspension while the others run, and
 * blocking calls in callbacks suspend only the callback.
 *
 * The first use of Revolt's loop in a coroutine makes it. Elsewhere: Revolt\EventLoop::setDriver(new Tern\Revolt\Driver()), before
 * anything else uses the loop.
 */
final class Driver implements RevoltDriver
{
    /** @var array<int, array{int, Loop}> number of the context, loop; by driver: a copied context may have got the driver of others */
    private static array $loops = [];

    public function __destruct()
    {
        unset(self::$loops[spl_object_id($this)]);
    }

    /** @return array<string, array{type: CallbackType, enabled: bool, referenced: bool}> */
    public function __debugInfo(): array
    {
        return array_map(static fn(Callback $callback) => [
            'type' => $callback->type,
            'enabled' => $callback->isEnabled,
            'referenced' => $callback->isReferenced,
        ], $this->callbacks()->all());
    }

    /** Until no enabled and referenced callback is left of those that the running coroutine has registered. Suspends. */
    public function run(): void
    {
        if (\Fiber::getCurrent() !== null) {
            throw new Error("Can't call " . __METHOD__ . '() within a fiber (i.e., outside of {main})');
        }
        $this->loop()->run();
    }

    public function stop(): void
    {
        $this->loop()->stop();
    }

    public function isRunning(): bool
    {
        return $this->loop()->isRunning();
    }

    /** That of the running coroutine, or of the running native Fiber. */
    public function getSuspension(): Suspension
    {
        $loop = $this->loop();
        return $loop->owners->suspension($loop);
    }

    public function queue(Closure $closure, mixed ...$args): void
    {
        $this->loop()->queue($closure, $args);
    }

    public function defer(Closure $closure): string
    {
        return $this->register(CallbackType::Defer, $closure);
    }

    public function delay(float $delay, Closure $closure): string
    {
        if ($delay < 0) {
            throw new Error('Delay must be greater than or equal to zero');
        }
        return $this->register(CallbackType::Delay, $closure, $delay);
    }

    public function repeat(float $interval, Closure $closure): string
    {
        if ($interval < 0) {
            throw new Error('Interval must be greater than or equal to zero');
        }
        return $this->register(CallbackType::Repeat, $closure, $interval);
    }

    public function onReadable(mixed $stream, Closure $closure): string
    {
        return $this->register(CallbackType::Readable, $closure, 0, $stream);
    }

    public function onWritable(mixed $stream, Closure $closure): string
    {
        return $this->register(CallbackType::Writable, $closure, 0, $stream);
    }

    public function onSignal(int $signal, Closure $closure): string
    {
        return $this->register(CallbackType::Signal, $closure, 0, $signal);
    }

    public function enable(string $callbackId): string
    {
        $callbacks = $this->callbacks();
        $callbacks->enable($callbacks->get($callbackId));
        $this->loop()->notice();
        return $callbackId;
    }

    public function disable(string $callbackId): string
    {
        $callback = $this->callbacks()->find($callbackId);
        if ($callback !== null) {
            $this->callbacks()->disable($callback);
            $this->loop()->notice();
        }
        return $callbackId;
    }

    public function cancel(string $callbackId): void
    {
        $callback = $this->callbacks()->find($callbackId);
        if ($callback !== null) {
            $this->callbacks()->cancel($callback);
            $this->loop()->notice();
        }
    }

    public function reference(string $callbackId): string
    {
        $callbacks = $this->callbacks();
        $callbacks->reference($callbacks->get($callbackId), true);
        $this->loop()->notice();
        return $callbackId;
    }

    public function unreference(string $callbackId): string
    {
        $callback = $this->callbacks()->find($callbackId);
        if ($callback !== null) {
            $this->callbacks()->reference($callback, false);
            $this->loop()->notice();
        }
        return $callbackId;
    }

    public function setErrorHandler(?Closure $errorHandler): void
    {
        $this->loop()->errorHandler = $errorHandler;
    }

    public function getErrorHandler(): ?Closure
    {
        return $this->loop()->errorHandler;
    }

    /** @return null there is none for programs */
    public function getHandle(): mixed
    {
        return null;
    }

    /** @return list<string> */
    public function getIdentifiers(): array
    {
        return array_keys($this->callbacks()->all());
    }

    public function getType(string $callbackId): CallbackType
    {
        return $this->callbacks()->get($callbackId)->type;
    }

    public function isEnabled(string $callbackId): bool
    {
        return $this->callbacks()->get($callbackId)->isEnabled;
    }

    public function isReferenced(string $callbackId): bool
    {
        return $this->callbacks()->get($callbackId)->isReferenced;
    }

    private function register(CallbackType $type, Closure $closure, float $interval = 0, mixed $source = null): string
    {
        $loop = $this->loop();
        $id = $loop->callbacks->add($type, $loop->owners->current(), $closure, $interval, $source);
        $loop->notice();
        return $id;
    }

    private function callbacks(): Callbacks
    {
        return $this->loop()->callbacks;
    }

    /** That of the running context. */
    private function loop(): Loop
    {
        $number = Context::current()?->getNumber() ?? 0;
        $found = self::$loops[spl_object_id($this)] ?? null;
        if ($found !== null && $found[0] === $number) {
            return $found[1];
        }
        $loop = new Loop();
        $loop->errorHandler = $found[1]->errorHandler ?? null;
        self::$loops[spl_object_id($this)] = [$number, $loop];
        return $loop;
    }
}
