#include "php/bridge/guard.h"

#include "php/bridge/runtime.h"
#include "php/bridge/uncaught.h"

namespace tern::php::guard {

namespace {

Outcome call_inside(const zval* callable, uint32_t count, zval* arguments) {
    zval result;
    ZVAL_UNDEF(&result);
    zval function;
    ZVAL_COPY(&function, callable);
    call_user_function(nullptr, nullptr, &function, &result, count, arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&result);
    if (EG(exception) == nullptr) return Outcome::ok;
    report_uncaught();
    return Outcome::threw;
}

}  // namespace

Outcome call(const zval* callable, uint32_t count, zval* arguments) noexcept {
    Runtime* all = runtime();
    if (all != nullptr && all->bailed) return Outcome::bailed;
    volatile Outcome outcome = Outcome::bailed;
    zend_try {
        outcome = call_inside(callable, count, arguments);
    }
    zend_end_try();
    if (outcome == Outcome::bailed && all != nullptr) all->bailed = true;
    return outcome;
}

}  // namespace tern::php::guard
