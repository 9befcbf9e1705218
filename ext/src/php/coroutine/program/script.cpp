#include "php/coroutine/program/script.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "php/coroutine/program/given_options.h"
#include "php/coroutine/program/master_runtime.h"
#include "php/coroutine/report/crash.h"
#include "php/coroutine/report/waiting_report.h"
#include "php/engine/error.h"
#include "php/engine/fiber/waiting.h"

namespace tern::php {

namespace {

// PHP calls it when the main code has ended, after the shutdown functions that were registered before. Later ones may
// start coroutines, too, so each new runtime, and each run, registers it again.
constexpr const char* kAtEnd = "Swoole\\Event::rshutdown";

// How often exit_condition is asked while nothing else happens.
constexpr int kAskAgainMs = 10;

// True after a fatal error or an uncaught exception of the main code, which does not continue.
bool ended_by_error() noexcept {
    return PG(last_error_message) != nullptr && (PG(last_error_type) & E_FATAL_ERRORS) != 0;
}

// Whether the program still waits for something.
bool is_alive(Runtime& runtime) noexcept {
    const bool waits_for_signals = TERN_G(coroutine_options)->wait_signal && runtime.signals.listened_count() > 0;
    return waits_for_signals || runtime.loop.alive();
}

// Nothing can happen any more. Ends the oldest Wait::suspension; false: there is none.
bool end_suspension(Runtime& runtime) noexcept {
    coro::Coroutine* oldest = nullptr;
    runtime.scheduler.each([&oldest](coro::Coroutine& one) {
        if (one.waits_for() != coro::Wait::suspension) return;
        if (oldest == nullptr || one.id() < oldest->id()) oldest = &one;
    });
    if (oldest != nullptr) runtime.scheduler.resume(*oldest, coro::Wake::timed_out);
    return oldest != nullptr;
}

// Whether coroutines wait that the end of the program must not end.
bool has_stuck_coroutines(const Runtime& runtime) noexcept {
    bool found = false;
    runtime.scheduler.each(
        [&found](const coro::Coroutine& one) { found = found || one.waits_for() != coro::Wait::background; });
    return found;
}

bool may_go_on(const Runtime& runtime) noexcept {
    return !runtime.script.ending && !runtime.bailed && !runtime.script.stopping && !runtime.loop.copied();
}

// At the end of the main code. exit() and a failure end the program without the exit_condition.
bool may_end(const Runtime& runtime) noexcept {
    return runtime.script.ending || runtime.script.over || ended_by_error() || exit_condition_holds();
}

// Whether there is a reason for a further turn of the loop.
bool needs_turn(Runtime& runtime) noexcept {
    return is_alive(runtime) || end_suspension(runtime) || !exit_condition_holds();
}

}  // namespace

Runtime* make_script_runtime() {
    MasterRuntime* master = TERN_G(master_runtime);
    zend_fiber_context* root = TERN_G(forked_on) != nullptr ? TERN_G(forked_on) : EG(main_fiber_context);
    const Result<Runtime*> made = master != nullptr ? master->make() : open_runtime(root);
    if (!made.ok()) {
        throw_exception(made.error(), "No coroutines: %s", describe(made.error()));
        return nullptr;
    }
    if (master != nullptr) return made.value();
    Runtime& fresh = *made.value();
    fresh.is_script = true;
    fresh.loop_calls.in_coroutines = TERN_G(enable_coroutine);
    (void)call_at_end(kAtEnd);
    return &fresh;
}

bool run_to_end(Runtime& runtime) {
    runtime.running = true;
    runtime.script.stopping = false;
    while (may_go_on(runtime) && needs_turn(runtime)) {
        if (Error error = runtime.loop.turn(is_alive(runtime) ? -1 : kAskAgainMs); error != Error::ok) {
            throw_exception(error, "The event loop failed: %s", describe(error));
            break;
        }
        if (loop::TurnHook hook = runtime.script.after_turn; hook.call != nullptr) hook.call(hook.owner);
    }
    runtime.loop.pulse().waits();
    runtime.running = false;
    // A forked child does not touch what its parent waits for.
    if (runtime.loop.copied()) return !runtime.script.ending;
    const bool cut_off = runtime.script.ending || runtime.script.stopping;
    runtime.script.over = runtime.script.over || runtime.script.ending;
    if (!cut_off && !runtime.bailed && runtime.checks_deadlock && has_stuck_coroutines(runtime))
        report_deadlock(runtime);
    cancel_all(runtime);
    if (cut_off) drop_callbacks(runtime);
    runtime.script.stopping = false;
    if (runtime.bailed) zend_bailout();
    return !std::exchange(runtime.script.ending, false);
}

// Timers and events start coroutines without a parent, which belong to earlier callbacks.
static bool is_running_inside(const Runtime& runtime, const ProgramSpan& started) noexcept {
    const int64_t from = started.from.coroutine_id;
    bool found = false;
    runtime.scheduler.each([&](const coro::Coroutine& one) {
        const bool is_first = one.id() > from && one.id() <= started.to.coroutine_id;
        found = found || is_first || one.parent_id() > from;
    });
    return found && !runtime.bailed;
}

void run_inside(Runtime& runtime, const ProgramSpan& started) {
    const coro::Deadline until = runtime.run_until;
    auto left_ms = [until] { return until.finite() ? std::max<int64_t>(until.at_ms - monotonic_ms(), 0) : -1; };
    runtime.running = true;
    while (is_running_inside(runtime, started) && left_ms() != 0) {
        if (runtime.loop.turn(static_cast<int>(std::min<int64_t>(left_ms(), INT_MAX))) != Error::ok) break;
    }
    if (left_ms() == 0) cancel_since(runtime, started.from.coroutine_id);
    runtime.running = false;
    if (runtime.bailed) zend_bailout();
}

Error run_one_turn(Runtime& runtime) {
    runtime.running = true;
    // As published, the first turn leaves timers to the next one.
    if (runtime.loop.turns() == 0 && runtime.loop.has_only_timers()) runtime.loop.do_not_wait();
    const Error error = runtime.loop.turn(runtime.loop.alive() ? -1 : 0);
    runtime.loop.pulse().waits();
    runtime.running = false;
    if (runtime.bailed) zend_bailout();
    return error;
}

bool turn_if_alive(Runtime& runtime) {
    runtime.running = true;
    const bool goes_on = is_alive(runtime) || end_suspension(runtime);
    const Error error = goes_on ? runtime.loop.turn(is_alive(runtime) ? -1 : 0) : Error::ok;
    runtime.loop.pulse().waits();
    runtime.running = false;
    if (runtime.bailed) zend_bailout();
    if (error != Error::ok) throw_exception(error, "The event loop failed: %s", describe(error));
    return goes_on;
}

void finish_script() {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || !runtime->is_script || runtime->bailed || runtime->loop.copied()) return;
    if (runtime->scheduler.count() == 0 && !is_alive(*runtime) && may_end(*runtime)) return;
    runtime->script.ending = runtime->script.ending || runtime->script.over || ended_by_error();
    (void)run_to_end(*runtime);
}

void end_script() {
    finish_script();
    Runtime* runtime = php::runtime();
    if (runtime == nullptr) return;
    if (runtime->is_script && !runtime->loop.copied()) drop_callbacks(*runtime);
    for (IdleObjects* idle : {&runtime->idle_requests, &runtime->idle_responses, &runtime->idle_frames}) idle->drop();
}

void free_script() noexcept {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || !runtime->is_script) return;
    TERN_G(coroutines) = nullptr;
    if (!runtime->loop.copied()) delete runtime;
}

}  // namespace tern::php
