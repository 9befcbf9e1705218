#include "php/runtime/script.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "php/bridge/error.h"
#include "php/runtime/crash.h"
#include "php/runtime/master_runtime.h"
#include "php/runtime/waiting_report.h"

namespace tern::php {

namespace {

constexpr const char* kAtEnd = "Swoole\\Event::rshutdown";

// PHP calls it when the main code has ended, after the shutdown functions that are registered already. Those that run
// later may start coroutines, too: each new runtime, and each run, registers again.
void run_at_end() {
    php_shutdown_function_entry entry{};
    zval name;
    ZVAL_STRING(&name, kAtEnd);
    if (zend_fcall_info_init(&name, 0, &entry.fci, &entry.fci_cache, nullptr, nullptr) == SUCCESS) {
        append_user_shutdown_function(&entry);
    } else {
        zval_ptr_dtor(&name);
    }
}

// The main code's own fatal error or uncaught exception: nothing of it goes on.
bool ended_by_error() noexcept {
    return PG(last_error_message) != nullptr && (PG(last_error_type) & E_FATAL_ERRORS) != 0;
}

}  // namespace

Result<Runtime*> open_runtime(zend_fiber_context* root) noexcept {
    auto* fresh = new Runtime;
    if (Error error = fresh->loop.open(); error != Error::ok) {
        delete fresh;
        return error;
    }
    fresh->root = root;
    apply_to(*fresh, *TERN_G(coroutine_options));
    TERN_G(runtime) = fresh;
    log_crashes();
    return fresh;
}

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
    fresh.callbacks_in_coroutines = TERN_G(enable_coroutine);
    run_at_end();
    return &fresh;
}

bool run_to_end(Runtime& all) {
    all.running = true;
    all.stopping = false;
    while (!all.ending && !all.bailed && !all.stopping && all.loop.alive() && !all.loop.copied()) {
        if (Error error = all.loop.turn(-1); error != Error::ok) {
            throw_exception(error, "The event loop failed: %s", describe(error));
            break;
        }
    }
    all.loop.pulse().waits();
    all.running = false;
    // A child that the program forked leaves what its parent waits for alone.
    if (all.loop.copied()) return !all.ending;
    const bool cut_off = all.ending || all.stopping;
    all.over = all.over || all.ending;
    if (!cut_off && !all.bailed && all.checks_deadlock && all.scheduler.count() > 0) report_deadlock(all);
    cancel_all(all);
    if (cut_off) drop_callbacks(all);
    all.stopping = false;
    if (all.bailed) zend_bailout();
    return !std::exchange(all.ending, false);
}

// Timers and events start coroutines that have no parent: these belong to the callbacks of before.
static bool is_running_inside(const Runtime& all, const ProgramMark& mark) noexcept {
    bool found = false;
    all.scheduler.each([&](const coro::Coroutine& one) {
        const bool is_first = one.id() == mark.coroutine_id + 1;
        found = found || is_first || one.parent_id() > mark.coroutine_id;
    });
    return found && !all.bailed;
}

void run_inside(Runtime& all, const ProgramMark& mark) {
    const coro::Deadline until = all.run_until;
    auto left_ms = [until] { return until.finite() ? std::max<int64_t>(until.at_ms - monotonic_ms(), 0) : -1; };
    all.running = true;
    while (is_running_inside(all, mark) && left_ms() != 0) {
        if (all.loop.turn(static_cast<int>(std::min<int64_t>(left_ms(), INT_MAX))) != Error::ok) break;
    }
    if (left_ms() == 0) cancel_since(all, mark);
    all.running = false;
    if (all.bailed) zend_bailout();
}

Error run_one_turn(Runtime& all) {
    all.running = true;
    const Error error = all.loop.turn(all.loop.alive() ? -1 : 0);
    all.loop.pulse().waits();
    all.running = false;
    if (all.bailed) zend_bailout();
    return error;
}

bool drop_script_runtime() noexcept {
    Runtime* all = runtime();
    if (all == nullptr) return true;
    if (all->scheduler.count() > 0 || all->loop.alive()) return false;
    if (all->ports_in_use != nullptr && all->ports_in_use(*all)) return false;
    drop_callbacks(*all);
    if (all->scheduler.count() > 0) return false;
    TERN_G(runtime) = nullptr;
    delete all;
    return true;
}

void finish_script() {
    Runtime* all = runtime();
    if (all == nullptr || !all->is_script || all->bailed || all->loop.copied()) return;
    if (all->scheduler.count() == 0 && !all->loop.alive()) return;
    all->ending = all->ending || all->over || ended_by_error();
    (void)run_to_end(*all);
}

void end_script() {
    finish_script();
    Runtime* all = runtime();
    if (all != nullptr && all->is_script && !all->loop.copied()) drop_callbacks(*all);
}

void free_script() noexcept {
    Runtime* all = runtime();
    if (all == nullptr || !all->is_script) return;
    TERN_G(runtime) = nullptr;
    if (!all->loop.copied()) delete all;
}

}  // namespace tern::php
