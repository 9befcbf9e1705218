#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"

namespace tern::php {

CoroutineLocals::Held::Held(void (*give_back)(Held& self)) noexcept
    : at_end(give_back), state(current_fiber() == nullptr ? nullptr : current_fiber()->own_state()) {}

void CoroutineLocals::defer(zval* callable) {
    if (deferred_ == nullptr) deferred_ = zend_new_array(1);
    zend_hash_next_index_insert_new(deferred_, callable);
}

namespace {

// A built-in function throws for an argument that it does not have.
bool takes_argument(zval* callable) {
    zend_fcall_info_cache cache;
    if (!zend_is_callable_ex(callable, nullptr, 0, nullptr, &cache, nullptr)) return false;
    const zend_function* function = cache.function_handler;
    const bool takes = ZEND_USER_CODE(function->type) || function->common.num_args > 0 ||
                       (function->common.fn_flags & ZEND_ACC_VARIADIC) != 0;
    zend_release_fcall_info_cache(&cache);
    return takes;
}

}  // namespace

void CoroutineLocals::run_deferred(zval* returned) {
    while (deferred_ != nullptr && zend_hash_num_elements(deferred_) > 0) {
        const zend_ulong last = deferred_->nNextFreeElement - 1;
        zval callable;
        ZVAL_COPY(&callable, zend_hash_index_find(deferred_, last));
        zend_hash_index_del(deferred_, last);
        deferred_->nNextFreeElement = static_cast<zend_long>(last);
        zval result;
        ZVAL_UNDEF(&result);
        const uint32_t count = returned != nullptr && takes_argument(&callable) ? 1 : 0;
        call_user_function(nullptr, nullptr, &callable, &result, count, returned);
        bail_if_fatal();
        zval_ptr_dtor(&result);
        zval_ptr_dtor(&callable);
        if (EG(exception) != nullptr) report_uncaught();
    }
}

void CoroutineLocals::end_held(const OwnState& context) {
    const auto find_last = [&] {
        Held* last = nullptr;
        for (Held* one = held.front(); one != nullptr; one = held.next(*one))
            last = one->state == &context ? one : last;
        return last;
    };
    while (Held* last = find_last()) {
        last->at_end(*last);
        if (EG(exception) != nullptr) report_uncaught();
    }
}

void CoroutineLocals::end() {
    zval nothing;
    ZVAL_NULL(&nothing);
    const bool failed = EG(exception) != nullptr;
    if (failed) report_uncaught();
    run_deferred(failed ? nullptr : &nothing);
    if (deferred_ != nullptr) zend_array_destroy(deferred_);
    deferred_ = nullptr;
    zval context_now;
    ZVAL_COPY_VALUE(&context_now, &context);
    ZVAL_UNDEF(&context);
    zval_ptr_dtor(&context_now);
    while (Held* last = held.back()) {
        last->at_end(*last);
        if (EG(exception) != nullptr) report_uncaught();
    }
}

}  // namespace tern::php
