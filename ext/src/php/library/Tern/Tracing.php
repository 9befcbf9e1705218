<?php

declare(strict_types=1);

namespace Tern;

use Throwable;
use ValueError;
use function Tern\Internal\trace_begin;
use function Tern\Internal\trace_current;
use function Tern\Internal\trace_end;
use function is_scalar;
use function is_string;

/**
 * The trace that the running coroutine belongs to: that of the request that it handles, or that of the coroutine that
 * started it. In workers of a server with the option `tracing`; elsewhere there is none, and nothing here does anything.
 * Nothing here suspends.
 */
final class Tracing
{
    private function __construct()
    {
    }

    /**
     * Calls a function within a span of its own. What it does, and coroutines that it starts, belong to that span.
     * Where there is no trace, one begins, which is recorded as `tracing_sample_ratio` says. An exception marks the span
     * as failed, and is passed on.
     *
     * @param string $name what is done, not on what: names are counted and compared
     * @param callable $body without parameters. It may suspend
     * @param array<string, string|int|float|bool> $attributes at most 128
     * @return mixed what it returns
     * @throws ValueError if an attribute has no name, or another kind of value
     */
    public static function span(string $name, callable $body, array $attributes = []): mixed
    {
        foreach ($attributes as $key => $value) {
            if (!is_string($key) || !is_scalar($value)) {
                throw new ValueError('Tern\Tracing::span(): Argument #3 ($attributes) must have string, int, float or bool '
                    . "values with names, " . get_debug_type($value) . " given for \"$key\"");
            }
        }
        $span = trace_begin();
        if ($span === null) {
            return $body();
        }
        try {
            $result = $body();
        } catch (Throwable $error) {
            trace_end($span, $name, $attributes, $error::class, $error->getMessage());
            throw $error;
        }
        trace_end($span, $name, $attributes, null, '');
        return $result;
    }

    /**
     * @return array{trace_id: string, span_id: string, sampled: bool, trace_state: string}|null null: no trace
     */
    public static function current(): ?array
    {
        $current = trace_current();
        return $current === null ? null : array_combine(['trace_id', 'span_id', 'sampled', 'trace_state'], $current);
    }

    /** The value of the field traceparent (W3C Trace Context) for whom this coroutine asks; '': no trace. */
    public static function traceparent(): string
    {
        $current = trace_current();
        return $current === null ? '' : "00-$current[0]-$current[1]-0" . (int) $current[2];
    }

    /**
     * The fields of a request to another service, by name: traceparent, and tracestate where the client sent one.
     *
     * @return array<string, string> empty: no trace
     */
    public static function headers(): array
    {
        return array_filter(['traceparent' => self::traceparent(), 'tracestate' => trace_current()[3] ?? ''], fn(string $value) => $value !== '');
    }
}
