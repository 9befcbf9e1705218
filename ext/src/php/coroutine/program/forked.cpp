#include "php/coroutine/program/forked.h"

#include <cstdio>
#include <ext/random/php_random.h>
#include <pthread.h>
#include <unistd.h>
#include <zend_extensions.h>

#include "php/coroutine/program/script.h"
#include "php/engine/compat/working_directory.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/state/engine_state.h"

namespace tern::php {

namespace {

// The parent's runtime stays in memory: its coroutines are on stacks that never run again here.
void leave_runtime() {
    ++TERN_G(forks);
    forget_links_of_parent();
    Runtime* parents = runtime();
    if (parents == nullptr) return;
    TERN_G(forked_on) = parents->current() == nullptr ? nullptr : EG(current_fiber_context);
    parents->loop.leave();
    parents->signals.leave();
    parents->scheduler.each([](const coro::Coroutine& one) { static_cast<const Fiber&>(one).keep_for_parent(); });
    TERN_G(parents_runtime) = parents;
    TERN_G(coroutines) = nullptr;
}

// A step may fail: the next one handles what is left of it.
void attempt(void (*step)()) noexcept {
    zend_try {
        step();
        if (EG(exception) != nullptr) EG(exit_status) = end_code_with_pending();
    }
    zend_end_try();
}

void flush() { php_output_end_all(); }
void call_destructors() { zend_objects_store_call_destructors(&EG(objects_store)); }

[[noreturn]] void leave() noexcept {
    attempt(flush);
    std::fflush(nullptr);
    _exit(EG(exit_status) & 0xff);
}

// Before anything else runs: drops all that the parent has to finish.
void init_in_child() {
    static EngineState parents;
    parents.save();
    BG(user_shutdown_function_names) = nullptr;
    zend_objects_store_mark_destructed(&EG(objects_store));
    init_child();
    EG(exit_status) = 0;
    connect_debugger_again();
}

void call(void* child) {
    const auto& main = *static_cast<const ChildMain*>(child);
    zval function;
    zval result;
    ZVAL_UNDEF(&result);
    ZVAL_COPY(&function, main.callable);
    call_user_function(nullptr, nullptr, &function, &result, main.count, main.arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&result);
}

void run_main(const ChildMain& main) {
    if (!main.in_coroutine) return call(const_cast<ChildMain*>(&main));
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) return;
    runtime->loop_calls.in_coroutines = true;
    if (!Fiber::spawn(*runtime, {call, nullptr, nullptr}, const_cast<ChildMain*>(&main))) {
        zend_throw_error(nullptr, "There is no memory for a coroutine");
    }
}

void run_loop() {
    Runtime* runtime = php::runtime();
    if (runtime != nullptr && !runtime->bailed) finish_script();
}

}  // namespace

void notice_forks() noexcept {
    TERN_G(end_fork) = [] { end_fork(); };
    static const bool noticed = pthread_atfork(nullptr, nullptr, leave_runtime) == 0;
    (void)noticed;
}

void init_child() noexcept {
    init_child_of_engine();
    RANDOM_G(mt19937_seeded) = false;
    RANDOM_G(combined_lcg_seeded) = false;
}

void end_fork() noexcept {
    if (CG(unclean_shutdown)) EG(exit_status) = 255;
    attempt([] {});
    attempt(run_loop);
    leave();
}

void run_child(const ChildMain& main) noexcept {
    volatile bool failed = true;
    zend_try {
        init_in_child();
        run_main(main);
        if (main.before_loop != nullptr) main.before_loop(main.owner);
        failed = false;
    }
    zend_end_try();
    if (failed) EG(exit_status) = 255;
    attempt([] {});
    attempt(run_loop);
    if (main.stop != nullptr) main.stop(main.owner);
    end_child(EG(exit_status));
}

void end_child(int code) noexcept {
    EG(exit_status) = code;
    EG(current_execute_data) = nullptr;
    attempt(run_loop);
    attempt(php_call_shutdown_functions);
    if (!CG(unclean_shutdown)) attempt(call_destructors);
    attempt(end_script);
    leave();
}

void connect_debugger_again() noexcept {
    const zend_extension* xdebug = zend_get_extension("Xdebug");
    if (xdebug == nullptr || xdebug->handle == nullptr) return;
    // The function that Xdebug itself calls after pcntl_fork(), since 3.0.
    void* restart = DL_FETCH_SYMBOL(xdebug->handle, "xdebug_debugger_restart_if_pid_changed");
    if (restart == nullptr) return;
    (void)guard::run([](void* function) { reinterpret_cast<void (*)()>(function)(); }, restart);
}

}  // namespace tern::php
