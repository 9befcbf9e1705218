// The error handler that the program has set: TERN_G(error_handler), with a reference. The engine unsets its own while
// the handler runs, so Tern learns of it from the calls that change it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call these before and after set_error_handler() and restore_error_handler(). The first one returns whether the engine
// has a handler set.
bool before_error_handler_changes();
void after_error_handler_changed(bool was_visible);
// At the end of a request of PHP.
void reset_error_handler();

// A handler that leaves every error to the engine, as if there were none. It is made on first use, which must be in no
// context that has a heap of its own; null if that fails.
zval* no_error_handler();

// The error level that a coroutine starts with, as ini and error_reporting() set it. An `@` where the coroutine was
// started does not silence it.
class ErrorReporting {
public:
    ErrorReporting() = default;
    ErrorReporting(const ErrorReporting&) = delete;
    ErrorReporting& operator=(const ErrorReporting&) = delete;
    ~ErrorReporting() {
        if (text_ != nullptr) zend_string_release(text_);
    }

    int configured() noexcept { return entry_ == nullptr || entry_->value != text_ ? read() : level_; }

private:
    int read() noexcept;

    zend_ini_entry* entry_ = nullptr;
    zend_string* text_ = nullptr;  // of the level, with a reference, so that another text has another address
    int level_ = E_ALL;
};

}  // namespace tern::php
