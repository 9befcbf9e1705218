#include "php/engine/fiber/guard.h"

#include <cstdlib>
#include <utility>

#include "php/engine/classes.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/globals.h"

namespace tern::php::guard {

namespace {

struct Call {
    const zval* callable;
    uint32_t count;
    zval* arguments;
};

void call_inside(void* argument) {
    auto* call = static_cast<Call*>(argument);
    zval result;
    ZVAL_UNDEF(&result);
    zval function;
    ZVAL_COPY(&function, call->callable);
    call_user_function(nullptr, nullptr, &function, &result, call->count, call->arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&result);
}

void end_buffers(int level) {
    if (level == 0) {
        if (OG(active) != nullptr) php_output_end_all();
        return;
    }
    while (php_output_get_level() > level && php_output_end() == SUCCESS) {}
}

// The destructor of the exception may throw another one.
bool report_all() {
    constexpr int kMost = 16;
    if (EG(exception) == nullptr) return false;
    for (int n = 0; n < kMost && EG(exception) != nullptr; ++n) report_uncaught();
    if (EG(exception) != nullptr) zend_clear_exception();
    return true;
}

[[gnu::noinline]] bool report_and_end(int level) {
    bail_if_fatal();
    bool threw = report_all();
    end_buffers(level);
    bail_if_fatal();
    return report_all() || threw;
}

}  // namespace

bool tidy(int level) { return (EG(exception) != nullptr || OG(active) != nullptr) && report_and_end(level); }

Outcome run(void (*body)(void* argument), void* argument) noexcept {
    Coroutines* coroutines = php::coroutines();
    if (coroutines != nullptr && coroutines->bailed) return Outcome::bailed;
    volatile Outcome outcome = Outcome::bailed;
    const int level = OG(active) == nullptr ? 0 : php_output_get_level();
    const uint32_t forks = TERN_G(forks);
    zend_try {
        body(argument);
        if (TERN_G(forks) != forks) end_fork();
        outcome = tidy(level) ? Outcome::threw : Outcome::ok;
    }
    zend_end_try();
    if (TERN_G(forks) != forks) end_fork();
    if (outcome == Outcome::bailed) {
        if (coroutines != nullptr) coroutines->bailed = true;
        report_overflow();
    }
    return outcome;
}

void end_fork() noexcept {
    TERN_G(end_fork)();
    std::abort();
}

Outcome call(const zval* callable, uint32_t count, zval* arguments) noexcept {
    Call call{callable, count, arguments};
    return run(call_inside, &call);
}

}  // namespace tern::php::guard

namespace tern::php {

void report_overflow() noexcept {
    Overflow& overflow = TERN_G(overflow);
    if (!std::exchange(overflow.happened, false)) return;
    zend_try {
        zend_string* file = overflow.file == nullptr ? ZSTR_EMPTY_ALLOC() : overflow.file;
        zend_error_at(E_ERROR | E_DONT_BAIL, file, overflow.line,
                      "The C stack of a coroutine is used up: infinite recursion? (option c_stack_size)");
    }
    zend_end_try();
}

namespace {

// Outside of coroutines, while no loop turns, nothing else can unwind the waiting coroutines.
void unwind_all(Coroutines& coroutines) {
    cancel_all(coroutines);
    coroutines.drop_callbacks(coroutines);
    if (coroutines.bailed) zend_bailout();
    coroutines.script.over = true;
    coroutines.script.ending = false;
}

}  // namespace

bool unwinds_from_fatal() noexcept {
    return EG(exception) != nullptr && zend_is_unwind_exit(EG(exception)) && CG(unclean_shutdown);
}

void bail_if_fatal() {
    if (unwinds_from_fatal()) zend_bailout();
}

void leave_running_code(Coroutines& coroutines) {
    if (coroutines.bailed) zend_bailout();
    if (EG(exception) != nullptr) return;
    ProgramCoroutine* self = coroutines.current();
    if (self == nullptr) {
        if (!coroutines.running) unwind_all(coroutines);
        return zend_throw_unwind_exit();
    }
    self->cancel_class = classes.canceled_exception;
    zend_throw_exception(classes.canceled_exception, "The program ends", number(Error::coroutine_canceled));
}

}  // namespace tern::php
