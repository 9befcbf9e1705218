<?php

/** @generate-class-entries */

namespace Swoole\Coroutine;

/**
 * A lock between coroutines, first come first served. A coroutine that ends without unlock() gives it back; the log has a
 * line with SWOOLE_LOG_DEBUG. A lock between processes is made before they are forked. In each process its coroutines come first come first
 * served; a process that waits for 20 ms goes before those that come later. If the process that has it dies, the next one
 * gets it.
 *
 * @not-serializable
 */
class Lock
{
    /**
     * @var int Of the last call that returned false, as in swoole_last_error(). Of a lock between processes: EOWNERDEAD after a
     *  lock() that returned true, when the process that had it alone has died; else 0.
     */
    public $errCode = 0;

    /**
     * @param bool $shared between processes, too: a page of shared memory
     * @throws \Swoole\Exception when there is no memory
     */
    public function __construct(bool $shared = false) {}

    /**
     * Waits until the coroutine has the lock. Suspends. One that has it already has it once more at once, and calls
     * unlock() as often as lock().
     *
     * @param int $operation LOCK_EX: alone; LOCK_SH: together with others that share it; with LOCK_NB it does not wait. LOCK_NB
     *  is LOCK_EX | LOCK_NB.
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return bool false when it was cancelled, the time was over (SWOOLE_ERROR_CO_TIMEDOUT), others have it (EBUSY,
     *  with LOCK_NB), or the coroutine shares it and wants it alone (EDEADLK)
     * @tentative-return-type
     */
    public function lock(int $operation = LOCK_EX, float $timeout = -1): bool {}

    /**
     * lock(LOCK_EX | LOCK_NB).
     *
     * @return bool
     */
    public function trylock() {}

    /**
     * Gives it back. A coroutine of this process that has it next runs at the end of this turn of the loop; until then lock()
     * waits behind it. Other processes look every 1 to 20 ms.
     *
     * @return bool false when this coroutine does not have it (EPERM)
     * @tentative-return-type
     */
    public function unlock(): bool {}
}
