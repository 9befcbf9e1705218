<?php

/** @generate-function-entries */

/** For Tern\Tracing. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /** @return array{string, string, bool, string}|null trace id, span id, whether it is recorded, tracestate; null: none */
    function trace_current(): ?array {}

    /**
     * Begins a span below the current one, or a trace where there is none, and makes it the current one.
     *
     * @return string|null for trace_end(), in the same coroutine; null: nothing is recorded
     */
    function trace_begin(): ?string {}

    /**
     * Ends it: what was current before is current again.
     *
     * @phpstan-param array<string, int|float|bool|string> $attributes
     * @param string|null $error what failed, the name of a class; null: nothing
     */
    function trace_end(string $span, string $name, array $attributes, ?string $error, string $message): void {}
}
