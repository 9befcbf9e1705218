<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * A lock of threads. Its owner is a thread; of one that dies the next gets it. A MUTEX and a SPINLOCK any thread may unlock.
 *
 * @not-serializable
 */
final class Lock
{
    /**
     * One thread at a time has it.
     *
     * @var int
     */
    public const MUTEX = 3;
    /**
     * To be shared, or had alone.
     *
     * @var int
     */
    public const RWLOCK = 1;
    /**
     * A MUTEX that is waited for, outside of coroutines, by looking again and again before the process sleeps.
     *
     * @var int
     */
    public const SPINLOCK = 5;

    /** @var int As of Swoole\Lock. */
    public $errCode = 0;

    public function __construct(int $type = SWOOLE_MUTEX) {}

    /**
     * As of Swoole\Lock.
     *
     * @implementation-alias Swoole\Lock::lock
     */
    public function lock(int $operation = LOCK_EX, float $timeout = -1): bool {}

    /** @implementation-alias Swoole\Lock::unlock */
    public function unlock(): bool {}
}
