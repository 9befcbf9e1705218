// The coroutines and timers that a program started during a part of its run, by their numbers.
#pragma once

#include <cstdint>

namespace tern::php {

struct Runtime;

// A moment of the run: the numbers of the last coroutine and the last timer.
struct ProgramMark {
    int64_t coroutine_id = 0;
    int64_t timer_id = 0;
};
ProgramMark mark_program(const Runtime* runtime) noexcept;

// The coroutines and timers that were started between two marks. If the second mark is set after a call, timers that
// this call repeats later do not belong to the span.
struct ProgramSpan {
    ProgramMark from;
    ProgramMark to{INT64_MAX, INT64_MAX};
};
// Whether a timer of the span has not ended.
bool has_timers_of(const Runtime* runtime, const ProgramSpan& span) noexcept;
// Whether a coroutine with that number, or with a lower one, has not ended.
bool has_coroutines_until(const Runtime* runtime, int64_t last_id) noexcept;
// Whether a timer or a coroutine of the span has not ended.
bool is_pending(const Runtime* runtime, const ProgramSpan& span) noexcept;

}  // namespace tern::php
