<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

/** Collects functions and then runs them as coroutines, as Swoole\Coroutine\run() runs one. */
final class Scheduler
{
    /** @var list<array{callable, array<mixed>}> functions with their arguments */
    private array $tasks = [];
    /** @var array<string, mixed>|null */
    private ?array $options = null;

    /** @param mixed $param passed to the function */
    public function add(callable $func, mixed ...$param): void
    {
        $this->tasks[] = [$func, $param];
    }

    /**
     * The same function in several coroutines.
     *
     * @param mixed $param passed to the function
     */
    public function parallel(int $n, callable $func, mixed ...$param): void
    {
        for ($i = 0; $i < $n; ++$i) {
            $this->tasks[] = [$func, $param];
        }
    }

    /**
     * As Swoole\Coroutine::set().
     *
     * @param array<string, mixed> $settings
     */
    public function set(array $settings): void
    {
        Coroutine::set($settings);
        $this->options = $settings + ($this->options ?? []);
    }

    /** @return array<string, mixed>|null what was given to set(); null: nothing */
    public function getOptions(): ?array
    {
        return $this->options;
    }

    /**
     * Runs what was added, and waits until it and everything that it started has ended.
     *
     * @return bool false, with a warning, where Swoole\Coroutine\run() cannot run or nothing was added
     */
    public function start(): bool
    {
        if ($this->tasks === []) {
            trigger_error('A Scheduler without coroutines has nothing to start', E_USER_WARNING);
            return false;
        }
        $result = \Tern\Internal\run_all(function () {
            [$tasks, $this->tasks] = [$this->tasks, []];
            foreach ($tasks as [$fn, $args]) {
                Coroutine::create($fn, ...$args);
            }
        });
        if ($result === null) {
            trigger_error('coroutines run already: use go()', E_USER_WARNING);
        }
        return $result ?? false;
    }
}
