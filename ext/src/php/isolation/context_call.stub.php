<?php

/** @generate-class-entries */

namespace Tern\Internal;

/** A function that code in a context gave to a timer, an event or a server. Wherever it is called, it runs in that context. */
final class ContextCall
{
    private function __construct() {}

    /** @return mixed what the function returns; null when the context has ended */
    public function __invoke(mixed ...$arguments): mixed {}
}
