<?php

/** @generate-class-entries */

namespace Tern;

/**
 * What a process is to a machine, a context is to a worker: code that runs in it has global variables, static properties and
 * variables, constants, functions, classes, included files, settings, handlers and a session of its own. Several requests of an
 * application that keeps its state there can be handled at a time, each in a context. Coroutines that code in a context starts,
 * and its timers, run in it, too. Objects that are passed into a context, or out of it, are shared. Needs opcache.
 */
final class Context
{
    private function __construct() {}

    /** Whether there can be contexts in this process: opcache is on. */
    public static function isAvailable(): bool {}

    /**
     * A context in which nothing of the program is loaded, like a new request of PHP.
     *
     * @throws \Error opcache is off; there are 10,000 contexts
     */
    public static function fresh(): Context {}

    /**
     * A context that has loaded what code outside of contexts has, with copies of its global variables and static values. The
     * objects in them are the same.
     *
     * @throws \Error opcache is off; there are 10,000 contexts
     */
    public static function copy(): Context {}

    /** The context that this code runs in; null: none. */
    public static function current(): ?Context {}

    /**
     * Calls a function in the context. May suspend. An exception of the function is passed on; exit() ends the function.
     *
     * @param callable|mixed[]|string $function a name is looked up in the context
     * @param mixed $arguments
     * @return mixed what the function returns; null after exit()
     * @throws \Error the context has ended; outside of coroutines; a closure of code that opcache has not cached
     */
    public function run(callable|array|string $function, mixed ...$arguments): mixed {}

    /**
     * Runs a file in the context as PHP runs the first file of a request: its variables are the context's global ones. May suspend.
     *
     * @return mixed what the file returns; 1 if it returns nothing; null after exit()
     * @throws \Error the context has ended; outside of coroutines; the file cannot be read; what the code throws
     */
    public function include(string $file): mixed {}

    /**
     * Calls the shutdown functions, destroys variables and objects, and frees the rest. Does nothing the second time. The same
     * happens when the last reference to this object is gone and nothing runs in the context any more.
     *
     * @throws \Error coroutines run in it
     */
    public function end(): void {}

    /** From 1 on; reused after the end. Logs and traces name a context by it. */
    public function getNumber(): int {}

    /** How many coroutines run in it now. */
    public function getCoroutines(): int {}

    /**
     * Bytes of PHP's memory that code in the context has allocated and not freed, without the context itself. What another context
     * frees is not subtracted.
     */
    public function getMemory(): int {}
}
