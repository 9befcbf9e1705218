#include "php/database/pin.h"

#include <cstdio>

#include "php/engine/compat/engine.h"

namespace tern::php {

const char* name_of(Pin pin) noexcept {
    switch (pin) {
        case Pin::none: return "none";
        case Pin::transaction: return "transaction";
        case Pin::prepared_statement: return "prepared_statement";
        case Pin::result: return "result";
        case Pin::user_variable: return "user_variable";
        case Pin::temporary_table: return "temporary_table";
        case Pin::lock: return "lock";
        case Pin::setting: return "setting";
        case Pin::unknown_statement: return "unknown_statement";
        case Pin::listen: return "listen";
        case Pin::changed_user: return "changed_user";
        case Pin::no_coroutine: return "no_coroutine";
        case Pin::driver: return "driver";
    }
    return "none";
}

namespace {

bool is_of_package(const zend_execute_data& call) noexcept {
    return std::strstr(ZSTR_VAL(call.func->op_array.filename), "/vendor/") != nullptr;
}

// Null: no PHP code runs.
const zend_execute_data* application_call() noexcept {
    const zend_execute_data* innermost = nullptr;
    for (const zend_execute_data* call = EG(current_execute_data); call != nullptr; call = call->prev_execute_data) {
        if (call->func == nullptr || !ZEND_USER_CODE(call->func->type) || call->func->op_array.filename == nullptr)
            continue;
        if (!is_of_package(*call)) return call;
        if (innermost == nullptr) innermost = call;
    }
    return innermost;
}

}  // namespace

void ProgramLine::take() noexcept {
    const zend_execute_data* call = application_call();
    if (call == nullptr) {
        (void)snprintf(text, sizeof text, "%s", "[no file]");
        return;
    }
    const zend_string* file = call->func->op_array.filename;
    const uint32_t line = call->opline == nullptr ? 0 : call->opline->lineno;
    // The end of a long path says more than its start.
    constexpr size_t kMostOfPath = kBytes - 12;
    const size_t skipped = ZSTR_LEN(file) > kMostOfPath ? ZSTR_LEN(file) - kMostOfPath : 0;
    (void)snprintf(text, sizeof text, "%s:%u", ZSTR_VAL(file) + skipped, line);
}

}  // namespace tern::php
