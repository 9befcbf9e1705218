#include "php/bridge/coroutine_locals.h"

#include "php/bridge/bail.h"
#include "php/bridge/uncaught.h"

namespace tern::php {

void CoroutineLocals::defer(zval* callable) {
    if (deferred_ == nullptr) deferred_ = zend_new_array(1);
    zend_hash_next_index_insert_new(deferred_, callable);
}

void CoroutineLocals::run_deferred() {
    while (deferred_ != nullptr && zend_hash_num_elements(deferred_) > 0) {
        const zend_ulong last = deferred_->nNextFreeElement - 1;
        zval callable;
        ZVAL_COPY(&callable, zend_hash_index_find(deferred_, last));
        zend_hash_index_del(deferred_, last);
        deferred_->nNextFreeElement = static_cast<zend_long>(last);
        zval result;
        ZVAL_UNDEF(&result);
        call_user_function(nullptr, nullptr, &callable, &result, 0, nullptr);
        bail_if_fatal();
        zval_ptr_dtor(&result);
        zval_ptr_dtor(&callable);
        if (EG(exception) != nullptr) report_uncaught();
    }
}

void CoroutineLocals::end() {
    if (EG(exception) != nullptr) report_uncaught();
    run_deferred();
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
