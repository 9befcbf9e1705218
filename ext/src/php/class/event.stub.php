<?php

/** @generate-class-entries */

namespace Swoole;

/** The event loop of a program without a server. */
class Event
{
    /**
     * Runs until nothing can happen any more: no coroutine that something will wake, no timer, no event. Outside of
     * coroutines. Programs need not call it: what is left when the main code has ended runs to its end anyway.
     *
     * @return void
     */
    public static function wait() {}

    /**
     * What PHP calls at the end of the main code.
     *
     * @return void
     */
    public static function rshutdown() {}
}
