<?php

/** @generate-class-entries */

namespace Swoole;

/** Which blocking calls of plain PHP suspend only their coroutine: groups of them, as SWOOLE_HOOK_* flags. */
class Runtime
{
    /**
     * Inside of coroutines only; everywhere else nothing changes. tern.hook_flags in php.ini goes before it.
     *
     * @param int|bool $flags SWOOLE_HOOK_* flags; true: those of $more_flags; false: none
     * @param int $more_flags with true: SWOOLE_HOOK_* flags
     * @return bool true
     * @tentative-return-type
     */
    public static function enableCoroutine($flags = SWOOLE_HOOK_ALL, int $more_flags = SWOOLE_HOOK_ALL): bool {}

    /**
     * @return int the flags that are in effect: those that were set, else all of them in Co\run() and none elsewhere
     * @tentative-return-type
     */
    public static function getHookFlags(): int {}

    /**
     * @param int $flags SWOOLE_HOOK_* flags
     * @return bool true
     * @tentative-return-type
     */
    public static function setHookFlags(int $flags): bool {}

    /**
     * Accepted, without effect: blocking calls that nothing makes cooperative still work.
     *
     * @return void
     */
    public static function enableStrictMode() {}
}
