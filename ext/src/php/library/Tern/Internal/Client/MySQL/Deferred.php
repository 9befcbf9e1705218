<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use Closure;
use Swoole\Coroutine;
use Tern\Internal\Latch;
use Throwable;

/** A call that runs in another coroutine until recv() asks for its result. */
final class Deferred
{
    private Latch $ended;
    private int $coroutine = 0;
    private mixed $result = false;
    private ?Throwable $thrown = null;

    public function __construct(public readonly int $owner)
    {
        $this->ended = new Latch();
    }

    public function start(Closure $call): void
    {
        $created = Coroutine::create(function () use ($call) {
            $this->coroutine = Coroutine::getCid();
            try {
                $this->result = $call();
            } catch (Throwable $thrown) {
                $this->thrown = $thrown;
            } finally {
                $this->coroutine = 0;
                $this->ended->open();
            }
        });
        if ($created === false) {
            $this->ended->open();
        }
    }

    public function isRunIn(int $coroutine): bool
    {
        return $this->coroutine === $coroutine;
    }

    /** What the call returned. Suspends. When the time is over before, the call fails. */
    public function result(float $timeout): mixed
    {
        if (!$this->ended->wait($timeout)) {
            $this->cancel();
        }
        return $this->thrown === null ? $this->result : throw $this->thrown;
    }

    /** Suspends until the call has failed. */
    public function cancel(): void
    {
        if ($this->coroutine !== 0) {
            Coroutine::cancel($this->coroutine);
            $this->ended->wait(0);
        }
    }
}
