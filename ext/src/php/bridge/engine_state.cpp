#include "php/bridge/engine_state.h"

#include <cstdlib>
#include <cstring>
#include <utility>
#include <zend_closures.h>

#include "base/check.h"

namespace tern::php {

// Rarely in use when a coroutine suspends: kept aside only then.
struct EngineState::Rare {
    bool has_output;
    zend_output_globals output;
    zend_fcall_info compare;
    zend_fcall_info_cache compare_cache;
    unsigned serialize_lock;
    decltype(php_basic_globals::serialize) serialize;
    decltype(php_basic_globals::unserialize) unserialize;
    zend_object* exception;
    const zend_op* before_exception;
    SoapCall soap;
    zend_object* error_handler;  // lent to the others; null: none is at work
};

namespace {

// The flags that belong to the process stay.
void set_output_aside(zend_output_globals& into) noexcept {
    std::memcpy(&into, &output_globals, sizeof output_globals);
    php_output_activate();
    OG(flags) |= into.flags & (PHP_OUTPUT_IMPLICITFLUSH | PHP_OUTPUT_SENT | PHP_OUTPUT_WRITTEN);
}

// The stack in use now has nothing on it, but may have memory.
void put_output_back(const zend_output_globals& from) noexcept {
    zend_stack_destroy(&OG(handlers));
    std::memcpy(&output_globals, &from, sizeof output_globals);
}

// Called by the engine, with the arguments of an error handler.
bool is_error_handler(const zend_execute_data* frame) noexcept {
    if (frame->func == nullptr || (ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) == 0 || ZEND_CALL_NUM_ARGS(frame) < 4) {
        return false;
    }
    return Z_TYPE_P(ZEND_CALL_ARG(frame, 1)) == IS_LONG && Z_TYPE_P(ZEND_CALL_ARG(frame, 2)) == IS_STRING &&
           Z_TYPE_P(ZEND_CALL_ARG(frame, 3)) == IS_STRING && Z_TYPE_P(ZEND_CALL_ARG(frame, 4)) == IS_LONG;
}

// The engine has the error handler unset while it runs, for this coroutine's own errors. Others keep theirs: the same
// function, as a closure. Null when no handler is at work.
zend_object* lend_error_handler() {
    zend_execute_data* frame = EG(current_execute_data);
    while (frame != nullptr && !is_error_handler(frame)) frame = frame->prev_execute_data;
    if (frame == nullptr) return nullptr;
    zval* self = Z_TYPE(frame->This) == IS_OBJECT ? &frame->This : nullptr;
    zend_class_entry* called = self != nullptr                   ? Z_OBJCE_P(self)
                               : Z_TYPE(frame->This) == IS_UNDEF ? nullptr
                                                                 : Z_CE(frame->This);
    zend_create_fake_closure(&EG(user_error_handler), frame->func, frame->func->common.scope, called, self);
    return Z_OBJ(EG(user_error_handler));
}

// Unless another one was set meanwhile: the engine leaves that alone, too.
void take_error_handler_back(const zend_object* lent) {
    if (Z_TYPE(EG(user_error_handler)) != IS_OBJECT || Z_OBJ(EG(user_error_handler)) != lent) return;
    zval ours;
    ZVAL_COPY_VALUE(&ours, &EG(user_error_handler));
    ZVAL_UNDEF(&EG(user_error_handler));
    zval_ptr_dtor(&ours);
}

}  // namespace

void EngineState::save_rare() noexcept {
    for (; zend_fiber_switch_blocked(); ++blocks_) zend_fiber_switch_unblock();
    rare_ = static_cast<Rare*>(std::malloc(sizeof(Rare)));
    TERN_CHECK(rare_ != nullptr);
    rare_->has_output = OG(active) != nullptr;
    if (rare_->has_output) set_output_aside(rare_->output);
    rare_->compare = std::exchange(BG(user_compare_fci), empty_fcall_info);
    rare_->compare_cache = std::exchange(BG(user_compare_fci_cache), empty_fcall_info_cache);
    rare_->serialize_lock = std::exchange(BG(serialize_lock), 0);
    rare_->serialize = std::exchange(BG(serialize), {});
    rare_->unserialize = std::exchange(BG(unserialize), {});
    rare_->exception = std::exchange(EG(exception), nullptr);
    rare_->before_exception = EG(opline_before_exception);
    rare_->soap.save();
    rare_->error_handler = lacks_error_handler() ? lend_error_handler() : nullptr;
}

void EngineState::restore_rare() noexcept {
    for (uint32_t i = 0; i < blocks_; ++i) zend_fiber_switch_block();
    if (rare_ == nullptr) return;
    if (rare_->has_output) put_output_back(rare_->output);
    BG(user_compare_fci) = rare_->compare;
    BG(user_compare_fci_cache) = rare_->compare_cache;
    BG(serialize_lock) = rare_->serialize_lock;
    BG(serialize) = rare_->serialize;
    BG(unserialize) = rare_->unserialize;
    if (rare_->exception != nullptr) EG(exception) = rare_->exception;
    EG(opline_before_exception) = rare_->before_exception;
    rare_->soap.restore();
    if (rare_->error_handler != nullptr) take_error_handler_back(rare_->error_handler);
    std::free(rare_);
}

}  // namespace tern::php
