<?php

/** @generate-class-entries */

namespace Swoole\Coroutine;

/**
 * A lock between the coroutines of one process, first come first served. A coroutine that ends without unlock() gives
 * it back, with a warning.
 *
 * @not-serializable
 */
class Lock
{
    /** @var int Of the last call that returned false, as in swoole_last_error(). */
    public $errCode = 0;

    /** @param bool $shared between processes: not supported yet, throws a ValueError */
    public function __construct(bool $shared = false) {}

    /**
     * Waits until the coroutine has the lock. Suspends. One that has it already has it once more at once, and calls
     * unlock() as often as lock().
     *
     * @param int $operation LOCK_EX: alone; LOCK_SH: together with others that share it; with LOCK_NB it does not wait
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return bool false when it was cancelled, the time was over (SWOOLE_ERROR_CO_TIMEDOUT), others have it (EBUSY,
     *  with LOCK_NB), or the coroutine shares it and wants it alone (EDEADLK)
     */
    public function lock(int $operation = LOCK_EX, float $timeout = -1) {}

    /**
     * Gives it back. Whoever has it next runs at once, inside of this call.
     *
     * @return bool false when this coroutine does not have it (EPERM)
     */
    public function unlock() {}
}
