<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Swoole\Atomic;
use Tern\Metrics;
use Tern\Metrics\Gauge;
use function count;
use function min;

/**
 * What each PHP worker does, in memory that all processes share: made before they are forked. It decides when another one
 * starts, and when one ends. A process may be killed at any time: a worker corrects its own state when it starts again.
 */
final class Scoreboard
{
    private const OFF = 0;
    private const STARTING = 1;
    private const IDLE = 2;
    private const BUSY = 3;

    /** @var list<Atomic> by number */
    private array $states = [];
    /** The fewest that have been idle at a time, since the period began. */
    private readonly Atomic $fewestIdle;
    private readonly Atomic $periodEnds;
    /** How many may end, as the last period did not need them. */
    private readonly Atomic $surplus;
    private ?Gauge $gauge = null;

    /**
     * @param int $least that run, also without a request
     * @param int $most that run at a time
     * @param int $idleTime seconds of a period, at whose end those end that it did not need
     */
    public function __construct(private readonly int $least, public readonly int $most, public readonly int $idleTime)
    {
        for ($number = 0; $number < $most; ++$number) {
            $this->states[] = new Atomic($number < $least ? self::STARTING : self::OFF);
        }
        $this->fewestIdle = new Atomic($most);
        $this->periodEnds = new Atomic(time() + $idleTime);
        $this->surplus = new Atomic(0);
    }

    public function describe(): string
    {
        return $this->least === $this->most ? "$this->most" : "$this->least to $this->most";
    }

    public function runsAlways(int $number): bool
    {
        return $number < $this->least;
    }

    public function setIdle(int $number): void
    {
        $this->states[$number]->set(self::IDLE);
        $this->publish();
    }

    public function setBusy(int $number): void
    {
        $this->states[$number]->set(self::BUSY);
        $this->note();
        $this->publish();
    }

    /** The worker ends, and its successor is started at once. */
    public function setStarting(int $number): void
    {
        $this->states[$number]->set(self::STARTING);
    }

    /**
     * Where no worker is idle, and none is about to be, another one is needed.
     *
     * @return int|null its number, which the caller has to start; null: none is needed, or there may be no more
     */
    public function another(): ?int
    {
        if ($this->count(self::IDLE) + $this->count(self::STARTING) > 0) {
            return null;
        }
        foreach ($this->states as $number => $state) {
            if ($state->cmpset(self::OFF, self::STARTING)) {
                return $number;
            }
        }
        return null;
    }

    /** Call it from time to time. @return bool true: the idle worker is not needed, and has to end */
    public function retire(int $number): bool
    {
        $this->endPeriod();
        if ($this->running() <= $this->least) {
            return false;
        }
        $left = $this->surplus->get();
        if ($left === 0 || !$this->surplus->cmpset($left, $left - 1)) {
            return false;
        }
        $retires = $this->states[$number]->cmpset(self::IDLE, self::OFF);
        $this->publish();
        return $retires;
    }

    public function running(): int
    {
        return count($this->states) - $this->count(self::OFF);
    }

    /** As metrics of the server. */
    private function publish(): void
    {
        $this->gauge ??= Metrics::gauge('php_workers', 'PHP workers of a classic site by state.', ['state']);
        $this->gauge->set($this->count(self::IDLE), ['idle']);
        $this->gauge->set($this->count(self::BUSY), ['busy']);
    }

    /** The first worker that comes after the end of a period. One idle worker stays in reserve, if there was any request. */
    private function endPeriod(): void
    {
        $end = $this->periodEnds->get();
        if (time() < $end || !$this->periodEnds->cmpset($end, time() + $this->idleTime)) {
            return;
        }
        $running = $this->running();
        $unused = min($this->fewestIdle->get(), $running);
        $this->surplus->set($unused === $running ? $unused : max(0, $unused - 1));
        $this->fewestIdle->set(count($this->states));
        $this->note();
    }

    private function note(): void
    {
        $idle = $this->count(self::IDLE);
        if ($idle < $this->fewestIdle->get()) {
            $this->fewestIdle->set($idle);
        }
    }

    private function count(int $what): int
    {
        $count = 0;
        foreach ($this->states as $state) {
            $count += $state->get() === $what ? 1 : 0;
        }
        return $count;
    }
}
