<?php

/** @generate-class-entries */

namespace Swoole;

/**
 * A lock between processes. It is made before they are forked. Its holder is one coroutine, or what a process runs
 * outside of coroutines; a coroutine that ends without unlock() gives it back. Of a process that dies the
 * next one takes it over.
 *
 * All kinds have all methods; what is shared is had alone where the kind cannot be shared. In a coroutine, waiting
 * suspends; outside it blocks the process.
 *
 * @not-serializable
 */
class Lock
{
    /**
     * To be shared, or had alone.
     *
     * @var int
     */
    public const RWLOCK = 1;
    /**
     * The same by a lock on a file, between processes that know its path.
     *
     * @var int
     */
    public const FILELOCK = 2;
    /**
     * One process has it, and only this one may unlock it.
     *
     * @var int
     */
    public const MUTEX = 3;
    /**
     * A semaphore of one: anybody may unlock it, in any process.
     *
     * @var int
     */
    public const SEM = 4;
    /**
     * A MUTEX that, outside of coroutines, is waited for by looking again and again before the process sleeps.
     *
     * @var int
     */
    public const SPINLOCK = 5;

    /**
     * @var int Of the last call of lock() and its kin: 0 when it has the lock, EOWNERDEAD when it has it and a process
     *  that had it alone has died with it; else, and of unlock(), as in swoole_last_error().
     */
    public $errCode = 0;

    /**
     * @param int $type one of the constants
     * @param string $filename of a FILELOCK: is made when it does not exist
     * @throws \Swoole\Exception when the file cannot be opened
     */
    public function __construct(int $type = SWOOLE_MUTEX, string $filename = '') {}

    /**
     * Waits until it has the lock. May suspend.
     *
     * @param int $operation LOCK_EX: alone; LOCK_SH: together with others that share it; with LOCK_NB it does not wait, and
     *  LOCK_NB alone is LOCK_EX | LOCK_NB
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return bool false when the time was over (ETIMEDOUT), it was cancelled, others have it (EBUSY, with LOCK_NB), or
     *  it would wait for itself (EDEADLK, with a warning)
     * @tentative-return-type
     */
    public function lock(int $operation = LOCK_EX, float $timeout = -1): bool {}

    /**
     * Gives it back. A coroutine of this process that waits may run at once, inside of this call. What one coroutine has
     * alone any other of its process may unlock.
     *
     * @return bool false when the process does not have it (EPERM)
     * @tentative-return-type
     */
    public function unlock(): bool {}

    /** @return bool as lock(LOCK_EX | LOCK_NB) */
    public function trylock() {}

    /**
     * @param float $timeout seconds; 0 and less: does not wait
     * @return bool as lock(LOCK_EX, $timeout)
     */
    public function lockwait(float $timeout = 1.0) {}

    /** @return bool as lock(LOCK_SH) */
    public function lock_read() {}

    /** @return bool as lock(LOCK_SH | LOCK_NB) */
    public function trylock_read() {}

    /**
     * Ends the use of this object in this process, which gives back what it has. Other methods throw an Error from then on.
     *
     * @return bool false when coroutines of this process have it, or wait for it (EBUSY)
     */
    public function destroy() {}
}
