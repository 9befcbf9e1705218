<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\InvalidCallbackError;
use Tern\Internal\Poller;

/** What the program has registered, and which of it is due. */
final class Callbacks
{
    /** Of all loops of a context, so that the identifier of another loop is not found. */
    private static int $lastId = 0;

    /** How many are enabled. */
    public int $enabled = 0;
    /** How many are enabled and referenced. */
    public int $alive = 0;
    /** @var array<string, Callback> */
    private array $all = [];
    /** @var array<string, Callback> enabled since the last tick */
    private array $starting = [];
    /** @var array<string, Callback> enabled, for the next tick */
    private array $deferred = [];
    private Timers $timers;
    private Streams $streams;
    private Signals $signals;
    private ?Poller $poller = null;

    /**
     * Both must not hold this object.
     *
     * @param Closure(): void $onEvent of the poller
     * @param Closure(): void $onSignal
     */
    public function __construct(private readonly Closure $onEvent, Closure $onSignal)
    {
        $this->timers = new Timers();
        $this->streams = new Streams();
        $this->signals = new Signals($onSignal);
    }

    public function add(CallbackType $type, Owner $owner, Closure $closure, float $interval, mixed $source): string
    {
        $id = 'c' . ++self::$lastId;
        $callback = new Callback($id, $type, $owner, $closure, $interval, $source);
        $this->start($callback);
        $this->all[$id] = $callback;
        $this->count($callback, 1);
        return $id;
    }

    /** @throws InvalidCallbackError */
    public function get(string $id): Callback
    {
        return $this->all[$id] ?? throw InvalidCallbackError::invalidIdentifier($id);
    }

    public function find(string $id): ?Callback
    {
        return $this->all[$id] ?? null;
    }

    /** @return array<string, Callback> */
    public function all(): array
    {
        return $this->all;
    }

    public function enable(Callback $callback): void
    {
        if ($callback->isEnabled) {
            return;
        }
        $this->start($callback);
        $callback->isEnabled = true;
        $this->count($callback, 1);
    }

    public function disable(Callback $callback): void
    {
        if (!$callback->isEnabled) {
            return;
        }
        $this->count($callback, -1);
        $callback->isEnabled = $callback->isActive = false;
        $this->stop($callback);
        unset($this->starting[$callback->id], $this->deferred[$callback->id]);
    }

    public function cancel(Callback $callback): void
    {
        $this->disable($callback);
        unset($this->all[$callback->id]);
        $callback->closure = null;
    }

    public function reference(Callback $callback, bool $isReferenced): void
    {
        $wasEnabled = $callback->isEnabled;
        if ($wasEnabled) {
            $this->count($callback, -1);
        }
        $callback->isReferenced = $isReferenced;
        if ($wasEnabled) {
            $this->count($callback, 1);
        }
    }

    /** Whether the next tick has something to do. */
    public function areDue(): bool
    {
        return $this->starting !== [] || $this->deferred !== [] || $this->signals->haveArrived();
    }

    /** In seconds until the next timer; below 0: there is none. */
    public function delay(): float
    {
        $next = $this->timers->first();
        return $next === null ? -1 : max(0, $next->due - Timers::now());
    }

    /** @return list<Callback> what is due in this tick: deferred callbacks, signals, streams, timers */
    public function take(): array
    {
        foreach ($this->starting as $callback) {
            $this->activate($callback);
        }
        $this->starting = [];
        $due = array_values($this->deferred);
        $this->deferred = [];
        foreach ($due as $callback) {
            $callback->isActive = true;
        }
        $now = Timers::now();
        $due = array_merge($due, $this->signals->take(), $this->streams->ready($this->poller()));
        while (($timer = $this->timers->take($now)) !== null) {
            $due[] = $timer;
        }
        return $due;
    }

    public function poller(): Poller
    {
        if ($this->poller === null || !$this->poller->isUsable()) {
            $this->poller = new Poller($this->onEvent);
            $this->streams->moveTo($this->poller);
        }
        return $this->poller;
    }

    /** The loop ends. */
    public function close(): void
    {
        $this->signals->stopAll();
        $this->poller = null;
    }

    private function start(Callback $callback): void
    {
        if ($callback->type === CallbackType::Defer) {
            $this->deferred[$callback->id] = $callback;
            return;
        }
        if ($callback->isTimer()) {
            $callback->due = Timers::now() + $callback->interval;
        } elseif ($callback->type === CallbackType::Signal) {
            $this->signals->start($callback);
        }
        $this->starting[$callback->id] = $callback;
    }

    private function activate(Callback $callback): void
    {
        $callback->isActive = true;
        if ($callback->isTimer()) {
            $this->timers->start($callback);
        } elseif ($callback->type !== CallbackType::Signal) {
            $this->streams->start($this->poller(), $callback);
        }
    }

    private function stop(Callback $callback): void
    {
        if ($callback->type === CallbackType::Signal) {
            $this->signals->stop($callback);
        } elseif ($callback->isTimer()) {
            $this->timers->stop($callback);
        } elseif ($callback->type !== CallbackType::Defer && !isset($this->starting[$callback->id])) {
            $this->streams->stop($this->poller(), $callback);
        }
    }

    private function count(Callback $callback, int $change): void
    {
        $this->enabled += $change;
        if ($callback->isReferenced) {
            $this->alive += $change;
            $callback->owner->alive += $change;
        }
    }
}
