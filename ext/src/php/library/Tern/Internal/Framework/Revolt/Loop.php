<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;
use Error;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\InvalidCallbackError;
use Revolt\EventLoop\UncaughtThrowable;
use SplQueue;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\ExitException;
use Throwable;
use WeakReference;
use function Tern\Internal\in_worker;
use function Tern\Internal\turn;
use function Tern\Internal\wait_for_event;
use function Tern\Internal\wake;

/**
 * Calls callbacks, each in a coroutine of its own, and resumes the coroutines that wait for them. turn() is one tick: the
 * poller calls it when there is something to do, whichever coroutine waits.
 */
final class Loop
{
    public readonly Callbacks $callbacks;
    public readonly Owners $owners;
    /** @var Closure(Throwable): void|null */
    public ?Closure $errorHandler = null;

    /** @var SplQueue<Task|CoroutineSuspension> */
    private SplQueue $tasks;
    /** @var SplQueue<Callback> */
    private SplQueue $due;
    /** @var array<int, Owner> those in run() */
    private array $running = [];
    /** @var array<int, Owner> those that wait and have called stop() */
    private array $stopping = [];
    /** How many wait in run() or in a suspension of their own. */
    private int $waiting = 0;
    private bool $isTurning = false;
    /** Whether an owner continues before the next callback. */
    private bool $isPaused = false;
    /** Whether the poller calls turn() soon. */
    private bool $isDue = false;

    public function __construct()
    {
        $loop = WeakReference::create($this);
        $this->callbacks = new Callbacks(
            static function () use ($loop): void {
                $loop->get()?->turn();
            },
            static function () use ($loop): void {
                $loop->get()?->notice();
            },
        );
        $this->tasks = new SplQueue();
        $this->due = new SplQueue();
        $this->owners = new Owners();
    }

    public function __destruct()
    {
        $this->callbacks->close();
    }

    /** Whether a coroutine waits for the loop, or this is a callback. */
    public function isRunning(): bool
    {
        return $this->waiting > 0 || $this->owners->isCallback();
    }

    /** @param array<mixed> $arguments */
    public function queue(Closure $closure, array $arguments): void
    {
        $this->tasks->enqueue(new Task($this->owners->current(), $closure, $arguments));
        $this->notice();
    }

    /** There may be something to do. The main code of a program does not run the loop before it waits for it. */
    public function notice(): void
    {
        if (!$this->isTurning && !$this->isDue && ($this->waiting > 0 || Coroutine::getCid() > 0 || in_worker())) {
            $this->plan();
        }
    }

    /** Until no callback of the running coroutine is left. Suspends. */
    public function run(): void
    {
        $owner = $this->owners->current();
        if ($owner->cid !== Coroutine::getCid() || $owner->waits) {
            throw new Error('The event loop is already running');
        }
        $this->running[$owner->cid] = $owner;
        try {
            do {
                $goesOn = $this->runOnce($owner);
            } while ($goesOn && !in_worker() && gc_collect_cycles() > 0);
        } finally {
            unset($this->running[$owner->cid]);
        }
    }

    public function stop(): void
    {
        $owner = $this->owners->current();
        $owner->stopped = true;
        if ($owner->waits) {
            $this->stopping[$owner->cid] = $owner;
        }
        $this->notice();
    }

    /** Until the owner is resumed, fails or stops, or nothing can happen any more. Suspends. */
    public function await(Owner $owner): void
    {
        $owner->stopped = $owner->isWoken = false;
        $owner->waits = true;
        ++$this->waiting;
        if (!$this->isTurning) {
            $this->plan();
        }
        try {
            while ($this->waitOnce($owner)) {
                // something else may have resumed it
            }
        } finally {
            --$this->waiting;
            $owner->waits = false;
            $owner->isWoken = false;
            unset($this->stopping[$owner->cid]);
            if ($this->waiting === 0 && !$this->isTurning) {
                $this->callbacks->poller()->hold(false);
            }
        }
    }

    /** Suspends the coroutine of a callback until it is resumed. */
    public function awaitCallback(): void
    {
        $this->wait(true);
    }

    public function resume(CoroutineSuspension $suspension): void
    {
        $this->tasks->enqueue($suspension);
        $this->notice();
    }

    public function resumeOwner(Owner $owner): void
    {
        if ($owner->isWoken) {
            return;
        }
        $owner->isWoken = $this->isPaused = true;
        if ($owner->cid !== Owner::MAIN) {
            $this->callbacks->poller()->resume($owner->cid);
        }
    }

    /** One tick. */
    public function turn(): void
    {
        $this->isDue = false;
        if ($this->isTurning) {
            return;
        }
        $this->isTurning = true;
        $this->isPaused = $this->owners->main?->isWoken === true;
        try {
            if ($this->runQueues()) {
                foreach ($this->callbacks->take() as $callback) {
                    $this->due->enqueue($callback);
                }
                $this->runQueues();
            }
        } finally {
            $this->owners->leave();
            $this->isTurning = false;
            $this->plan();
        }
    }

    /**
     * What an array variable holds, which is empty afterwards: a running callback keeps no more than it uses.
     *
     * @param array<mixed> $array
     * @return array<mixed>
     */
    private static function take(array &$array): array
    {
        $taken = $array;
        $array = [];
        return $taken;
    }

    /** @return bool false when the owner continues, or nothing can happen any more */
    private function waitOnce(Owner $owner): bool
    {
        return ($owner->cid === Owner::MAIN ? turn() : $this->wait(false)) && !$owner->isWoken;
    }

    private function wait(bool $inBackground): bool
    {
        $resumed = wait_for_event($inBackground);
        if ($resumed === false) {
            throw new CanceledException('The wait for an event of the event loop was cancelled');
        }
        return $resumed === true;
    }

    /** @return bool whether there may be more to do */
    private function runOnce(Owner $owner): bool
    {
        if ($owner->alive > 0 || !$this->tasks->isEmpty() || !$this->due->isEmpty()) {
            $this->await($owner);
        }
        $failure = $owner->takeFailure();
        if ($failure !== null) {
            throw $failure;
        }
        return !$owner->stopped;
    }

    /** Lets the poller call turn() when there is something to do. */
    private function plan(): void
    {
        $poller = $this->callbacks->poller();
        $this->isDue = $this->isAnythingDue();
        if (!$this->isDue && $this->callbacks->enabled === 0) {
            $poller->disarm();
            $poller->hold(false);
            $poller->keepContext(false);
            return;
        }
        $isAlive = $this->isDue || $this->callbacks->alive > 0;
        $poller->hold($this->waiting > 0 && $isAlive);
        $poller->keepContext($isAlive);
        $poller->arm($this->isDue ? 0 : $this->callbacks->delay());
    }

    private function isAnythingDue(): bool
    {
        if ($this->stopping !== [] || !$this->tasks->isEmpty() || !$this->due->isEmpty()) {
            return true;
        }
        return $this->callbacks->areDue() || $this->endedRuns() !== [];
    }

    /** @return array<int, Owner> those in run() that have nothing to wait for */
    private function endedRuns(): array
    {
        return array_filter($this->running, static fn(Owner $owner) => $owner->waits && !$owner->isWoken && $owner->alive === 0);
    }

    /** @return bool false when an owner continues first: it does when this turn has ended */
    private function runQueues(): bool
    {
        while (!$this->isPaused && $this->runNext()) {
            // the next one may have been queued by the last one
        }
        return !$this->isPaused;
    }

    /** @return bool false when there was nothing to do */
    private function runNext(): bool
    {
        if (!$this->tasks->isEmpty()) {
            $this->runTask($this->tasks->dequeue());
            return true;
        }
        if (!$this->due->isEmpty()) {
            $this->runCallback($this->due->dequeue());
            return true;
        }
        array_map($this->resumeOwner(...), $this->stopping + $this->endedRuns());
        $this->stopping = [];
        return false;
    }

    private function runTask(Task|CoroutineSuspension $task): void
    {
        if ($task instanceof CoroutineSuspension) {
            $this->owners->prepare($this->owners->of($task->cid));
            wake($task->cid);
            return;
        }
        $this->owners->prepare($task->owner);
        Coroutine::create($this->call(...), $task->owner, $task->closure, self::take($task->arguments), null);
    }

    private function runCallback(Callback $callback): void
    {
        $closure = $callback->closure;
        if ($closure === null || !$callback->isActive) {
            return;
        }
        if ($callback->type === CallbackType::Repeat) {
            $this->callbacks->disable($callback);
            $this->callbacks->enable($callback);
        } elseif ($callback->type === CallbackType::Defer || $callback->type === CallbackType::Delay) {
            $this->callbacks->cancel($callback);
        }
        $this->owners->prepare($callback->owner);
        Coroutine::create($this->call(...), $callback->owner, $closure, $callback->arguments(), $callback->id);
    }

    /**
     * The body of a coroutine.
     *
     * @param array<mixed> $arguments
     * @param string|null $id of a callback, which must return nothing
     */
    private function call(Owner $owner, Closure $closure, array $arguments, ?string $id): void
    {
        $this->owners->enter($owner);
        try {
            $result = $closure(...self::take($arguments));
            if ($id !== null && $result !== null) {
                throw InvalidCallbackError::nonNullReturn($id, $closure);
            }
        } catch (CanceledException|ExitException $end) {
            throw $end;
        } catch (Throwable $exception) {
            $this->fail($owner, $closure, $exception);
        } finally {
            $this->owners->leave();
        }
    }

    private function fail(Owner $owner, Closure $closure, Throwable $exception): void
    {
        if ($this->errorHandler !== null) {
            Coroutine::create($this->handle(...), $owner, $this->errorHandler, $exception);
            return;
        }
        $this->interrupt($owner, $exception instanceof UncaughtThrowable ? $exception
            : UncaughtThrowable::throwingCallback($closure, $exception));
    }

    /**
     * The body of a coroutine.
     *
     * @param Closure(Throwable): void $handler
     */
    private function handle(Owner $owner, Closure $handler, Throwable $exception): void
    {
        $this->owners->enter($owner);
        try {
            $handler($exception);
        } catch (CanceledException|ExitException $end) {
            throw $end;
        } catch (Throwable $failure) {
            $this->interrupt($owner, $failure instanceof UncaughtThrowable ? $failure
                : UncaughtThrowable::throwingErrorHandler($handler, $failure));
        } finally {
            $this->owners->leave();
        }
    }

    /** Ends run() or suspend() of the owner. If it waits elsewhere, or has ended, nothing catches the exception. */
    private function interrupt(Owner $owner, UncaughtThrowable $failure): void
    {
        if (!$owner->waits) {
            throw $failure;
        }
        $owner->failure = $failure;
        $this->resumeOwner($owner);
    }
}
