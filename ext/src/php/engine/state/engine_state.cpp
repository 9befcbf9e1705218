#include "php/engine/state/engine_state.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "php/engine/state/error_handling.h"
#include "php/engine/state/soap_call.h"

namespace tern::php {

// State that is rarely in use when a coroutine suspends, and is saved only then.
struct EngineState::Rare {
    uint32_t blocks;  // destructors, on 8.2 and 8.3, must not suspend; what they start may
    bool has_output;
    zend_output_globals output;
    HeldState held;
    ObjectGuards guards;
    zend_object* exception;
    const zend_op* before_exception;
    SoapCall soap;
    zval error_handler;               // lent to other coroutines; undefined: no handler is running
    zend_object* previous_exception;  // prev_exception
    zend_object* default_link;
    zend_string* strtok_string;
    char* strtok_last;
    size_t strtok_length;
    JsonError json_error;
    php_pcre_error_code pcre_error;
};

namespace {

// The program has set an error handler, and the engine has unset it, because it runs.
bool runs_error_handler() noexcept {
    return Z_TYPE(EG(user_error_handler)) == IS_UNDEF && Z_TYPE(TERN_G(error_handler)) != IS_UNDEF;
}

// Flags of the process are not saved.
void set_output_aside(zend_output_globals& into) noexcept {
    std::memcpy(&into, &output_globals, sizeof output_globals);
    php_output_activate();
    OG(flags) |= into.flags & (PHP_OUTPUT_IMPLICITFLUSH | PHP_OUTPUT_SENT | PHP_OUTPUT_WRITTEN);
}

// The current stack has no handlers, but may have memory.
void put_output_back(const zend_output_globals& from) noexcept {
    zend_stack_destroy(&OG(handlers));
    std::memcpy(&output_globals, &from, sizeof output_globals);
}

bool same_value(const zval& one, const zval& other) noexcept {
    return Z_TYPE(one) == Z_TYPE(other) && Z_PTR(one) == Z_PTR(other);
}

void drop(zval* value) {
    zval last;
    ZVAL_COPY_VALUE(&last, value);
    ZVAL_UNDEF(value);
    zval_ptr_dtor(&last);
}

// The engine unsets the error handler while it runs, for the errors of its own coroutine. Others get it here.
void lend_error_handler(zval* lent) {
    ZVAL_COPY(lent, &TERN_G(error_handler));
    ZVAL_COPY(&EG(user_error_handler), lent);
}

// Unless it was changed meanwhile: the engine does not replace another one either. If none is set, the engine would
// restore the running one, so a handler that does nothing takes its place.
void take_error_handler_back(zval* lent) {
    if (same_value(EG(user_error_handler), *lent)) {
        drop(&EG(user_error_handler));
    } else if (Z_TYPE(EG(user_error_handler)) == IS_UNDEF) {
        ZVAL_COPY(&EG(user_error_handler), no_error_handler());
    }
    drop(lent);
}

}  // namespace

// Most calls hold nothing.
bool EngineState::needs_rare() noexcept {
    return zend_fiber_switch_blocked() || OG(active) != nullptr || EG(exception) != nullptr ||
           previous_exception() != nullptr || DefaultLink::running() != nullptr || left_behind() != 0 ||
           HeldState::in_use() || ObjectGuards::in_use() || SoapCall::in_use() || runs_error_handler();
}

EngineState::Rare* EngineState::save_rare() noexcept {
    if (!needs_rare()) return nullptr;
    auto* rare = static_cast<Rare*>(std::malloc(sizeof(Rare)));
    TERN_CHECK(rare != nullptr);
    rare->blocks = unblock_switches();
    rare->has_output = OG(active) != nullptr;
    if (rare->has_output) set_output_aside(rare->output);
    rare->held.save();
    rare->guards.release();
    rare->exception = std::exchange(EG(exception), nullptr);
    rare->before_exception = EG(opline_before_exception);
    rare->soap.save();
    rare->previous_exception = previous_exception();
    set_previous_exception(nullptr);
    rare->default_link = std::exchange(DefaultLink::running(), nullptr);
    rare->strtok_string = std::exchange(BG(strtok_string), nullptr);
    rare->strtok_last = BG(strtok_last);
    rare->strtok_length = BG(strtok_len);
    rare->json_error = std::exchange(json_error(), JsonError{});
    rare->pcre_error = std::exchange(PCRE_G(error_code), PHP_PCRE_NO_ERROR);
    ZVAL_UNDEF(&rare->error_handler);
    if (runs_error_handler()) lend_error_handler(&rare->error_handler);
    return rare;
}

void EngineState::restore_rare(Rare* rare) noexcept {
    block_switches(rare->blocks);
    if (rare->has_output) put_output_back(rare->output);
    rare->held.restore();
    rare->guards.take_back();
    if (rare->exception != nullptr) EG(exception) = rare->exception;
    EG(opline_before_exception) = rare->before_exception;
    rare->soap.restore();
    if (rare->previous_exception != nullptr) set_previous_exception(rare->previous_exception);
    if (rare->default_link != nullptr) DefaultLink::running() = rare->default_link;
    if (rare->strtok_string != nullptr) {
        BG(strtok_string) = rare->strtok_string;
        BG(strtok_last) = rare->strtok_last;
        BG(strtok_len) = rare->strtok_length;
    }
    json_error() = rare->json_error;
    PCRE_G(error_code) = rare->pcre_error;
    if (Z_TYPE(rare->error_handler) != IS_UNDEF) take_error_handler_back(&rare->error_handler);
    std::free(rare);
}

void EngineState::save_call() noexcept {
    streams_ = begin_stream_uses();
    rare_ = save_rare();
}

void EngineState::restore_call() noexcept {
    if (rare_ != nullptr) restore_rare(rare_);
    if (streams_ != nullptr) end_stream_uses(streams_);
}

void EngineState::reset_rare() noexcept {
    json_error() = {};
    PCRE_G(error_code) = PHP_PCRE_NO_ERROR;
    drop_text();
}

}  // namespace tern::php
