// What a program started in a stretch of its life: coroutines and timers, by their numbers.
#pragma once

#include <cstdint>

namespace tern::php {

struct Runtime;

// A point in the life of a program: the last coroutine and the last timer that it had started.
struct ProgramMark {
    int64_t coroutine_id = 0;
    int64_t timer_id = 0;
};
ProgramMark mark_program(const Runtime* runtime) noexcept;

// What the program started between two marks. When the second mark is set after a call, timers that the call starts
// again and again do not belong to the span.
struct ProgramSpan {
    ProgramMark from;
    ProgramMark to{INT64_MAX, INT64_MAX};
};
// Whether a timer of the span has not ended.
bool has_timers_of(const Runtime* runtime, const ProgramSpan& span) noexcept;
// Whether a timer or a coroutine of the span has not ended.
bool is_pending(const Runtime* runtime, const ProgramSpan& span) noexcept;

}  // namespace tern::php
