<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;
use Revolt\EventLoop\UnsupportedFeatureException;
use Swoole\Process;

/** Signals that callbacks wait for. */
final class Signals
{
    /** @var array<int, array<string, Callback>> by signal */
    private array $callbacks = [];
    /** @var list<int> */
    private array $arrived = [];

    /** @param Closure(): void $onSignal called when one has arrived; it must not hold this object */
    public function __construct(private readonly Closure $onSignal)
    {
    }

    /** @throws UnsupportedFeatureException */
    public function start(Callback $callback): void
    {
        $signal = $callback->number;
        if (!isset($this->callbacks[$signal])) {
            $this->listen($signal);
        }
        $this->callbacks[$signal][$callback->id] = $callback;
    }

    public function stop(Callback $callback): void
    {
        $signal = $callback->number;
        unset($this->callbacks[$signal][$callback->id]);
        if (($this->callbacks[$signal] ?? null) === []) {
            unset($this->callbacks[$signal]);
            Process::signal($signal, null);
        }
    }

    public function stopAll(): void
    {
        foreach ($this->callbacks as $signal => $ignored) {
            Process::signal($signal, null);
        }
        $this->callbacks = [];
    }

    public function haveArrived(): bool
    {
        return $this->arrived !== [];
    }

    /** @return list<Callback> those of the signals that have arrived since the last call */
    public function take(): array
    {
        $callbacks = [];
        foreach ($this->arrived as $signal) {
            $callbacks[] = array_values($this->callbacks[$signal] ?? []);
        }
        $this->arrived = [];
        return array_merge(...$callbacks);
    }

    private function listen(int $signal): void
    {
        $arrived = &$this->arrived;
        $onSignal = $this->onSignal;
        $heard = static function (int $signal) use (&$arrived, $onSignal): void {
            $arrived[] = $signal;
            $onSignal();
        };
        if (@Process::signal($signal, $heard) !== true) {
            throw new UnsupportedFeatureException("Signal $signal cannot be handled: "
                . (error_get_last()['message'] ?? 'it belongs to the server'));
        }
    }
}
