#include "php/engine/fiber/waiting.h"

#include <algorithm>
#include <cmath>

#include "php/engine/classes.h"
#include "php/engine/error.h"

namespace tern::php {

namespace {

constexpr zend_long kOutsideOfCoroutine = 10001;  // SWOOLE_ERROR_CO_OUT_OF_COROUTINE

bool exit_once() {
    if (EG(exception) == nullptr) zend_throw_unwind_exit();
    return false;
}

}  // namespace

bool must_have_coroutine(Coroutines* coroutines) {
    if (coroutines->current() != nullptr) return true;
    zend_throw_exception(classes.error, "API must be called in the coroutine", kOutsideOfCoroutine);
    return false;
}

bool must_be_in_coroutine(Coroutines* coroutines) {
    if (coroutines->may_suspend()) return true;
    if (must_have_coroutine(coroutines)) {
        zend_throw_error(nullptr, "Cannot switch coroutines in the current execution context");
    }
    return false;
}

bool after_wait(Coroutines& coroutines, coro::Wake wake, zval* return_value) {
    if (wake != coro::Wake::canceled) return true;
    ProgramCoroutine* self = coroutines.current();
    if (self->cancel_throws) {
        self->cancel_throws = false;
        if (self->cancel_class == nullptr) return exit_once();
        const bool too_late = self->cancel_class == classes.timeout_exception;
        const Error error = too_late ? Error::coroutine_timed_out : Error::coroutine_canceled;
        zend_throw_exception(self->cancel_class, too_late ? "The time limit is over" : "Coroutine was canceled",
                             number(error));
    } else {
        failure(Error::coroutine_canceled, return_value);
    }
    return false;
}

coro::Deadline deadline_in(double seconds) noexcept {
    if (!(seconds > 0) || seconds > kMostSeconds) return coro::Deadline::never();
    return coro::Deadline::in(std::max<int64_t>(1, std::llround(seconds * 1000)));
}

bool cancel_with(Coroutines& coroutines, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept {
    auto& target = static_cast<ProgramCoroutine&>(coroutine);
    if (!target.suspended()) return false;
    target.cancel_throws = exception != nullptr;
    if (exception != nullptr) target.cancel_class = exception;
    return coroutines.scheduler.cancel(coroutine) == Error::ok;
}

bool exit_wait(Coroutines& coroutines, coro::Coroutine& coroutine) noexcept {
    auto& target = static_cast<ProgramCoroutine&>(coroutine);
    if (!target.suspended()) return false;
    target.cancel_throws = true;
    target.cancel_class = nullptr;
    return coroutines.scheduler.cancel(coroutine) == Error::ok;
}

void cancel_all(Coroutines& coroutines) noexcept { cancel_since(coroutines, 0); }

void cancel_since(Coroutines& coroutines, int64_t coroutine_id) noexcept {
    constexpr int kRounds = 16;
    coro::Scheduler& scheduler = coroutines.scheduler;
    for (int round = 0; round < kRounds && scheduler.count() > 0 && !coroutines.bailed; ++round) {
        std::vector<int64_t> ids;
        scheduler.each([&](const coro::Coroutine& one) {
            if (one.id() > coroutine_id) ids.push_back(one.id());
        });
        for (int64_t id : ids) {
            coro::Coroutine* one = scheduler.find(id);
            if (one != nullptr && one->suspended()) (void)cancel_with(coroutines, *one, classes.canceled_exception);
        }
    }
}

}  // namespace tern::php
