#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/uncaught.h"
#include "php/server/server_events.h"

namespace tern::php {

namespace {

void run_event(void* argument) {
    EventCall call = *static_cast<EventCall*>(argument);
    zval function;
    ZVAL_COPY(&function, call.callback);
    const bool returned = call_last_and_release(&function, call.count, call.arguments);
    if (!returned && call.exit_code != nullptr) *call.exit_code = exit_code_of(EG(exception));
}

void drop(EventCall& call) {
    for (uint32_t i = 0; i < call.count; ++i) zval_ptr_dtor(&call.arguments[i]);
    call.count = 0;
}

}  // namespace

EventCall& EventCall::add(zend_object* object) {
    ZVAL_OBJ_COPY(&arguments[count], object);
    ++count;
    return *this;
}

EventCall& EventCall::add(zend_long number) {
    ZVAL_LONG(&arguments[count], number);
    ++count;
    return *this;
}

bool call_now(EventCall& call) noexcept {
    Outcome outcome = Outcome::ok;
    if (Z_TYPE_P(call.callback) != IS_UNDEF) outcome = guard::call(call.callback, call.count, call.arguments);
    if (outcome == Outcome::threw && call.exit_code != nullptr) *call.exit_code = 255;
    if (outcome == Outcome::bailed) return false;
    drop(call);
    return true;
}

void call_event(EventCall& call, bool in_coroutine) noexcept {
    if (!in_coroutine) {
        (void)call_now(call);
        return;
    }
    bool wanted = Z_TYPE_P(call.callback) != IS_UNDEF && !runtime()->bailed;
    if (!wanted || !Fiber::spawn(*runtime(), {run_event, nullptr, nullptr}, &call)) drop(call);
}

}  // namespace tern::php
