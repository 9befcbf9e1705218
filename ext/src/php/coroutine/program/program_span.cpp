#include "php/coroutine/program/program_span.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/timers.h"

namespace tern::php {

ProgramMark mark_program(const Runtime* runtime) noexcept {
    if (runtime == nullptr) return {};
    return {runtime->scheduler.last_id(), runtime->timers == nullptr ? 0 : runtime->timers->table().last_id()};
}

bool has_timers_of(const Runtime* runtime, const ProgramSpan& span) noexcept {
    if (runtime == nullptr || runtime->timers == nullptr) return false;
    bool found = false;
    runtime->timers->table().each([&](const loop::NumberedTimer& one) {
        found = found || (one.id() > span.from.timer_id && one.id() <= span.to.timer_id);
    });
    return found;
}

bool has_coroutines_until(const Runtime* runtime, int64_t last_id) noexcept {
    bool found = false;
    if (runtime == nullptr) return found;
    runtime->scheduler.each([&](const coro::Coroutine& one) { found = found || one.id() <= last_id; });
    return found;
}

bool is_pending(const Runtime* runtime, const ProgramSpan& span) noexcept {
    if (runtime == nullptr || runtime->bailed) return false;
    bool found = has_timers_of(runtime, span);
    runtime->scheduler.each([&](const coro::Coroutine& one) {
        found = found || (one.id() > span.from.coroutine_id && one.id() <= span.to.coroutine_id);
    });
    return found;
}

}  // namespace tern::php
